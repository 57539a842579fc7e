import { act, fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { samples } from '../../test/samples';
import { CertificateGallery } from './CertificateGallery';

const dialog = () => document.querySelector('dialog') as HTMLDialogElement;
const locked = () => document.documentElement.classList.contains('is-locked');
const card = () => screen.getByRole('button', { name: /ISO 14001:2015/ });

function open() {
  card().focus();
  fireEvent.click(card());
}

describe('CertificateGallery', () => {
  it('shows title, year and issuer of all four before anything is opened', () => {
    render(<CertificateGallery {...samples.CertificateGallery} />);
    expect(document.querySelectorAll('.certificate')).toHaveLength(4);
    expect(document.querySelector('.certificate')?.textContent).toMatch(/ISO 9001:2015.*2025.*Issuer.*About ISO 9001:2015/);
  });

  it('opens the chosen one and locks the page', () => {
    render(<CertificateGallery {...samples.CertificateGallery} />);
    open();
    expect(dialog().open).toBe(true);
    expect(dialog().textContent).toMatch(/ISO 14001:2015/);
    expect(dialog().querySelector('img')?.alt).toBe('ISO 14001:2015');
    expect([...dialog().querySelectorAll('picture *')].map((part) => part.getAttribute('sizes'))).toEqual(['90vw', '90vw']);
    expect(locked()).toBe(true);
  });

  it.each([
    ['its button', () => act(() => dialog().close())],
    [
      'the backdrop',
      () => {
        fireEvent.pointerDown(dialog());
        fireEvent.click(dialog());
      },
    ],
  ])('closes by %s, restores scrolling and returns the focus', (_, close) => {
    render(<CertificateGallery {...samples.CertificateGallery} />);
    open();
    close();
    fireEvent(dialog(), new Event('close'));
    expect(dialog().open).toBe(false);
    expect(locked()).toBe(false);
    expect(document.activeElement).toBe(card());
  });

  it('stays open when text of it is marked beyond its edge', () => {
    render(<CertificateGallery {...samples.CertificateGallery} />);
    open();
    fireEvent.pointerDown(dialog().querySelector('p') as Element);
    fireEvent.click(dialog()); // the browser's, at what press and release have in common
    expect(dialog().open).toBe(true);
  });

  it('stays open on a click on its content', () => {
    render(<CertificateGallery {...samples.CertificateGallery} />);
    open();
    fireEvent.click(dialog().querySelector('img') as Element);
    expect(dialog().open).toBe(true);
  });
});
