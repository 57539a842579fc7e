import { describe, expect, it, vi } from 'vitest';
import { canonicalHtml, readHtml } from './read';

describe('reading a text', () => {
  it('is done once for all who ask within a moment: the editor, the remarks, the comparison', () => {
    const parsed = vi.spyOn(DOMParser.prototype, 'parseFromString');
    const texts = ['az', 'en', 'ru'].map((language) => `<p>${language}</p>`);
    for (const text of [...texts, ...texts]) readHtml(text);
    for (const text of texts) canonicalHtml(text);
    expect(parsed).toHaveBeenCalledTimes(3);
    expect(readHtml('<p>az</p>')).toEqual([{ type: 'p', children: [{ type: 'text', text: 'az', marks: [] }] }]);
  });

  it('keeps no more than a few texts', () => {
    readHtml('<p>first</p>');
    for (let at = 0; at < 6; at += 1) readHtml(`<p>later ${at}</p>`);
    const parsed = vi.spyOn(DOMParser.prototype, 'parseFromString');
    readHtml('<p>later 5</p>');
    expect(parsed).not.toHaveBeenCalled();
    readHtml('<p>first</p>');
    expect(parsed).toHaveBeenCalledOnce();
  });
});
