import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

describe('an element that never comes', () => {
  it('is reported at the line of the test that waited for it, with the document', async () => {
    const error = await screen.findByText('nowhere', {}, { timeout: 1 }).catch((reason: unknown) => reason);
    expect((error as Error).stack).toContain('setup.test.ts');
    expect((error as Error).message).toContain('<body');
  });
});
