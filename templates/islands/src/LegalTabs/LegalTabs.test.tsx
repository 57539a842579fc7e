import { act, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { samples } from '../../test/samples';
import { LegalTabs } from './LegalTabs';

const visible = () => ['privacy-policy', 'terms-of-service'].filter((id) => !document.getElementById(id)?.hidden);

function go(hash: string) {
  history.replaceState(null, '', `/terms/${hash}`);
  act(() => void window.dispatchEvent(new Event('hashchange')));
}

describe('LegalTabs', () => {
  it('starts with the privacy policy: six numbered sections and links to them', () => {
    render(<LegalTabs {...samples.LegalTabs} />);
    expect(visible()).toEqual(['privacy-policy']);
    const policy = document.getElementById('privacy-policy') as HTMLElement;
    expect([...policy.querySelectorAll('h3')].map((heading) => heading.textContent)[5]).toBe('6. Section six');
    const links = [...policy.querySelectorAll('nav a')].map((link) => link.getAttribute('href'));
    expect(links).toHaveLength(6);
    for (const link of links) expect(policy.querySelector(link as string)).not.toBeNull();
  });

  it('changes to the terms of service', () => {
    render(<LegalTabs {...samples.LegalTabs} />);
    fireEvent.click(screen.getByRole('tab', { name: 'Terms of Service' }));
    expect(visible()).toEqual(['terms-of-service']);
  });

  it('opens the tab of the section the address names and goes there', () => {
    render(<LegalTabs {...samples.LegalTabs} />);
    go('#terms-three');
    expect(visible()).toEqual(['terms-of-service']);
    expect(Element.prototype.scrollIntoView).toHaveBeenCalledTimes(1);
    go('#main'); // the skip link
    expect(visible()).toEqual(['terms-of-service']);
    go('#privacy-one');
    expect(visible()).toEqual(['privacy-policy']);
    go('#terms-three-title'); // whatever has an id in it
    expect(visible()).toEqual(['terms-of-service']);
  });

  it('opens it again when the same address is followed again', () => {
    render(<LegalTabs {...samples.LegalTabs} />);
    go('#terms-three');
    fireEvent.click(screen.getByRole('tab', { name: 'Privacy Policy' }));
    document.body.insertAdjacentHTML('beforeend', '<footer><a href="#terms-three">Three</a></footer>');
    fireEvent.click(screen.getByText('Three'));
    expect(visible()).toEqual(['terms-of-service']);
    expect(Element.prototype.scrollIntoView).toHaveBeenCalledTimes(2);
    fireEvent.click(screen.getByRole('tab', { name: 'Privacy Policy' }));
    fireEvent.click(screen.getByText('Three'), { ctrlKey: true }); // in a new tab of the browser
    expect(visible()).toEqual(['privacy-policy']);
  });

  it.each(['#100%', '#%E0%A4%A', '#', '#%20', '#privacy-policy-tab'])('stays as it is for %s', (hash) => {
    history.replaceState(null, '', `/terms/${hash}`);
    render(<LegalTabs {...samples.LegalTabs} />);
    expect(visible()).toEqual(['privacy-policy']);
    go(hash);
    expect(visible()).toEqual(['privacy-policy']);
  });

  it('opens the tab of the address it begins with, and leaves the visitor where they are', () => {
    history.replaceState(null, '', '/terms/#terms-three');
    document.body.innerHTML = `<div>${renderToString(<LegalTabs {...samples.LegalTabs} />)}</div>`;
    render(<LegalTabs {...samples.LegalTabs} />, { container: document.body.firstElementChild as HTMLElement, hydrate: true });
    expect(visible()).toEqual(['terms-of-service']);
    expect(Element.prototype.scrollIntoView).not.toHaveBeenCalled();
  });

  it('lets a tab be chosen after an address', () => {
    history.replaceState(null, '', '/terms/#terms-three');
    render(<LegalTabs {...samples.LegalTabs} />);
    fireEvent.click(screen.getByRole('tab', { name: 'Privacy Policy' }));
    expect(visible()).toEqual(['privacy-policy']);
  });
});
