import { createServer } from 'node:net';

/** A port of this machine that is free now: for programs that cannot say which one they were given. */
export const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = server.address();
        server.close(() => resolve(port));
      });
  });
