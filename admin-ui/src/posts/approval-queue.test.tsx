import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ASKED, ONE, pageOf, panel } from '../test/approval-page';
import { FakeEvents } from '../test/events';
import { edit, signedInWithNothingKept, user } from '../test/posts-page';
import { json } from '../test/server';

beforeEach(signedInWithNothingKept);

describe('the queue', () => {
  it('lists for editors what waits, and opens it', async () => {
    await pageOf('editor', { ...ASKED, changed: true });
    const queue = within(await screen.findByRole('region', { name: '1 post awaits publication' }));
    expect(queue.getByText(/^aygun asks for publication: AZ, RU/)).toBeVisible();
    expect(queue.getByText('Cüməyə lazımdır')).toBeVisible();
    expect(queue.getByText('The post has changed since.')).toBeVisible();
    await user.click(queue.getByRole('button', { name: 'Open: Hesabat' }));
    expect(await screen.findByRole('heading', { name: /№ 1$/ })).toBeVisible();
    await waitFor(() => expect(panel()).not.toBeNull());
  });

  it('is gone when another editor has answered', async () => {
    const events = new FakeEvents();
    const { now } = await pageOf('editor', ASKED);
    await screen.findByRole('region', { name: '1 post awaits publication' });
    now(null);
    events.site({ revision: 1 });
    events.site({ revision: 2 });
    await waitFor(() => expect(screen.queryByRole('region', { name: /publication/ })).toBeNull());
  });

  it('is not for authors, who ask', async () => {
    const { server, now } = await pageOf('author', null);
    const ask = `POST ${ONE}`;
    server.on(ask, () => {
      now(ASKED);
      return json(ASKED, 201);
    });
    await edit(1);
    await user.click(screen.getByRole('button', { name: 'More ways to publish' }));
    await user.click(screen.getByRole('menuitem', { name: 'Ask for publication…' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('checkbox', { name: 'English' }));
    await user.type(dialog.getByLabelText(/^Note for the editor/), 'Cüməyə lazımdır');
    await user.click(dialog.getByRole('button', { name: 'Ask' }));
    await waitFor(() => expect(panel()).toHaveTextContent('asks for publication'));
    expect(server.asked(ask)[0]?.json).toEqual({ languages: ['az', 'ru'], note: 'Cüməyə lazımdır' });
    expect(server.asked('GET /api/approvals/')).toHaveLength(0);
  });
});
