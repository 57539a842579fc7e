import { act, fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { settle } from '../../test/helpers';
import { samples } from '../../test/samples';
import { FaqBrowser } from './FaqBrowser';

const panel = (id: string) => document.getElementById(`faq-${id}`) as HTMLElement;
const visible = () => ['general', 'audit', 'tax'].filter((id) => !panel(id).hidden);
const questions = () => [...document.querySelectorAll('h3')].map((heading) => heading.textContent);
const search = (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } });
const tab = (name: string) => screen.getByRole('tab', { name });

describe('FaqBrowser', () => {
  it('shows one category at a time, the first at first', () => {
    render(<FaqBrowser {...samples.FaqBrowser} />);
    expect(visible()).toEqual(['general']);
    fireEvent.click(tab('Tax'));
    expect(visible()).toEqual(['tax']);
    expect(tab('Tax').getAttribute('aria-selected')).toBe('true');
    expect(panel('tax').getAttribute('aria-labelledby')).toBe(tab('Tax').id);
    expect(panel('tax').querySelectorAll('details')).toHaveLength(3);
  });

  it('moves between tabs by arrow keys', () => {
    render(<FaqBrowser {...samples.FaqBrowser} />);
    tab('General').focus();
    fireEvent.keyDown(tab('General'), { key: 'ArrowLeft' });
    expect(document.activeElement).toBe(tab('Tax'));
    expect(visible()).toEqual(['tax']);
    fireEvent.keyDown(tab('Tax'), { key: 'Home' });
    expect(visible()).toEqual(['general']);
    expect([tab('General').tabIndex, tab('Tax').tabIndex]).toEqual([0, -1]);
  });

  it.each([
    ['Alt', { altKey: true }],
    ['Control', { ctrlKey: true }],
    ['Meta', { metaKey: true }],
  ])('leaves keys with %s to the browser', (_, held) => {
    render(<FaqBrowser {...samples.FaqBrowser} />);
    tab('General').focus();
    for (const key of ['ArrowLeft', 'End']) expect(fireEvent.keyDown(tab('General'), { key, ...held })).toBe(true);
    expect(visible()).toEqual(['general']);
  });

  it('keeps items independent, also over a change of the tab', async () => {
    render(<FaqBrowser {...samples.FaqBrowser} />);
    const [first, second] = panel('general').querySelectorAll('details');
    (first as HTMLDetailsElement).open = true;
    (second as HTMLDetailsElement).open = true;
    await settle();
    fireEvent.click(tab('Tax'));
    fireEvent.click(tab('General'));
    expect([...document.querySelectorAll('details')].map((item) => item.open)).toEqual([true, true, false, false, false, false]);
    (first as HTMLDetailsElement).open = false;
    await settle();
    expect([...panel('general').querySelectorAll('details')].map((item) => item.open)).toEqual([false, true]);
  });

  it('searches questions and answers of all categories, whatever their case', () => {
    render(<FaqBrowser {...samples.FaqBrowser} />);
    search('iSTEHLAK');
    expect(questions()).toEqual(['ƏDV nədir?']);
    search('ədv');
    expect(questions()).toEqual(['ƏDV nədir?']);
    search('AUDIT');
    expect(questions()).toEqual(['What do you do?', 'Is an audit mandatory?']);
    expect(screen.queryByRole('tablist')).toBeNull();
    expect(panel('general')).toHaveProperty('dataset.results');
    expect(screen.getByRole('status').textContent).toBe('Found: 2');
  });

  it('says when nothing is found and goes back', () => {
    render(<FaqBrowser {...samples.FaqBrowser} />);
    search('zebra');
    expect(questions()).toEqual([]);
    expect(screen.getByText('No Results Found')).toBeTruthy();
    expect(screen.getByText('Try others')).toBeTruthy();
    fireEvent.click(screen.getByText('Clear'));
    expect(visible()).toEqual(['general']);
    expect(panel('general')).not.toHaveProperty('dataset.results');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  });

  it('offers the categories when nothing is found; choosing one leaves the search', () => {
    render(<FaqBrowser {...samples.FaqBrowser} />);
    fireEvent.click(tab('Audit'));
    search('zebra');
    const tabs = screen.getAllByRole('tab');
    expect(tabs.map((each) => [each.getAttribute('aria-selected'), each.tabIndex])).toEqual([
      ['false', 0],
      ['false', -1],
      ['false', -1],
    ]);
    fireEvent.click(tab('Tax'));
    expect(visible()).toEqual(['tax']);
    expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('');
    expect(screen.queryByText('No Results Found')).toBeNull();

    search('zebra');
    tab('General').focus();
    fireEvent.keyDown(tab('General'), { key: 'ArrowRight' });
    expect([document.activeElement, visible()]).toEqual([tab('Audit'), ['audit']]);

    // Also the category that was open before.
    search('zebra');
    fireEvent.click(tab('Audit'));
    expect(visible()).toEqual(['audit']);
  });

  it('is cleared by the field’s own button, which leaves the focus in it', () => {
    render(<FaqBrowser {...samples.FaqBrowser} />);
    search('audit');
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(questions().length).toBeGreaterThan(2);
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  });

  it('searches for a topic', () => {
    render(<FaqBrowser {...samples.FaqBrowser} />);
    fireEvent.click(screen.getByRole('button', { name: 'audit' }));
    expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('audit');
    expect(screen.getByRole('button', { name: 'audit' }).getAttribute('aria-pressed')).toBe('true');
    expect(questions()).toHaveLength(2);
    fireEvent.click(screen.getByRole('button', { name: 'audit' }));
    expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('');
    expect(screen.getByRole('button', { name: 'audit' }).getAttribute('aria-pressed')).toBe('false');
  });

  it('opens the category the address names, also over a search', () => {
    render(<FaqBrowser {...samples.FaqBrowser} />);
    search('zebra');
    history.replaceState(null, '', '/faq/#faq-tax');
    act(() => void window.dispatchEvent(new Event('hashchange')));
    expect(visible()).toEqual(['tax']);
    expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('');
    search('audit');
    expect(questions()).toHaveLength(2);
  });

  it.each(['#100%', '#%', '#%E0%A4%A'])('stands at an address that cannot be decoded: %s', (hash) => {
    history.replaceState(null, '', `/faq/${hash}`);
    render(<FaqBrowser {...samples.FaqBrowser} />);
    expect(visible()).toEqual(['general']);
  });
});
