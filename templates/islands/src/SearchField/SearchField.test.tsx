import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { pushAddress } from '../shared/address';
import { place } from '../../test/place';
import { start } from './plain';

const open = () => fireEvent.click(screen.getByRole('button', { name: 'Search the blog' }));
const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search the blog' });

describe('SearchField', () => {
  it('shows no field until it is asked for', () => {
    place('SearchField', start);
    expect(screen.queryByRole('searchbox')).toBeNull();
    open();
    expect(document.activeElement).toBe(field());
    expect(field().placeholder).toBe('Search the blog');
    expect([field().name, field().form?.getAttribute('action')]).toEqual(['q', '/en/blog/']);
    expect(field().maxLength).toBe(200);
  });

  it('gives way to its button with Escape', () => {
    place('SearchField', start);
    open();
    fireEvent.keyDown(field(), { key: 'Escape' });
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(document.activeElement?.textContent).toBe('Search the blog');
    open();
    expect(document.activeElement).toBe(field());
  });

  it('asks nothing but spaces of nobody', () => {
    place('SearchField', start);
    open();
    fireEvent.change(field(), { target: { value: '  ' } });
    expect(fireEvent.submit(field().form as HTMLFormElement)).toBe(false);
    fireEvent.change(field(), { target: { value: ' ƏDV ' } });
    let sent: string | undefined;
    addEventListener(
      'submit',
      (event) => {
        sent = field().value;
        event.preventDefault();
      },
      { once: true },
    );
    fireEvent.submit(field().form as HTMLFormElement);
    expect(sent).toBe('ƏDV');
  });

  it('is open where the address asks already', () => {
    history.replaceState(null, '', '/en/blog/?q=%C6%8FDV%20');
    place('SearchField', start);
    expect(field().value).toBe('ƏDV');
    expect(document.activeElement).toBe(document.body);
    history.replaceState(null, '', '/');
  });

  it('keeps what is being typed when a list comes in place, of which nothing is asked', () => {
    place('SearchField', start);
    open();
    fireEvent.change(field(), { target: { value: 'ver' } });
    pushAddress('/en/blog/category/audit/');
    expect(field().value).toBe('ver');
    history.replaceState(null, '', '/');
  });

  it('asks what the address asks, also when that has changed', () => {
    place('SearchField', start);
    pushAddress('/en/blog/?q=vergi');
    expect(field().value).toBe('vergi');
    pushAddress('/en/blog/category/audit/');
    expect(field().value).toBe('');
    history.replaceState(null, '', '/en/blog/?q=audit');
    dispatchEvent(new PopStateEvent('popstate'));
    expect(field().value).toBe('audit');
    history.replaceState(null, '', '/');
  });
});
