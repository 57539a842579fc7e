import { act, fireEvent, render, screen } from '@testing-library/react';
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
  });

  it('lets a tab be chosen after an address', () => {
    history.replaceState(null, '', '/terms/#terms-three');
    render(<LegalTabs {...samples.LegalTabs} />);
    fireEvent.click(screen.getByRole('tab', { name: 'Privacy Policy' }));
    expect(visible()).toEqual(['privacy-policy']);
  });
});
