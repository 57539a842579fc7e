import { expect, it } from 'vitest';
import { FakeServer, json } from '../test/server';
import { authorisedCall, call, setTokenSource } from './client';
import { serverNow } from './server-clock';

/** The hour that it is. */
const hour = () => new Date(serverNow()).toISOString().slice(0, 13);

it('is the device’s until the server has answered, and what answers say from then on; pictures may be old ones', async () => {
  setTokenSource({ current: () => 'a', renew: () => Promise.resolve('a') });
  let Date = 'Thu, 01 Jan 2101 10:20:00 GMT';
  new FakeServer().on('GET /api/site/', () => json({}, 200, { Date })).on('GET /api/blog/images/7/', () => json({}, 200, { Date }));
  expect(hour()).toBe(new globalThis.Date().toISOString().slice(0, 13));
  await authorisedCall('/api/site/');
  expect(hour()).toBe('2101-01-01T10');
  Date = 'Mon, 01 Jan 2001 10:20:00 GMT';
  await call('/api/blog/images/7/');
  expect(hour()).toBe('2101-01-01T10');
  await authorisedCall('/api/site/');
  expect(hour()).toBe('2001-01-01T10');
  Date = 'yesterday';
  await authorisedCall('/api/site/');
  expect(hour()).toBe('2001-01-01T10');
});

it('is what the quickest answer said, and a refusal says it, too', async () => {
  let Date = 'Thu, 01 Jan 2099 10:20:30 GMT';
  let status = 200;
  new FakeServer().on('GET /api/site/', () => json({}, status, { Date }));
  setTokenSource({ current: () => 'a', renew: () => Promise.resolve('a') });
  await authorisedCall('/api/site/');
  Date = 'Thu, 01 Jan 2099 10:20:01 GMT';
  await authorisedCall('/api/site/');
  expect(new globalThis.Date(serverNow()).toISOString()).toMatch(/10:20:3/);
  [Date, status] = ['Thu, 01 Jan 2099 12:20:30 GMT', 422];
  await expect(authorisedCall('/api/site/')).rejects.toThrow();
  expect(hour()).toBe('2099-01-01T12');
});
