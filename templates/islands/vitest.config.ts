import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'https://www.khazri.example/' } },
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}'],
    globalSetup: 'test/build.ts',
    setupFiles: 'test/setup.ts',
    restoreMocks: true,
    unstubGlobals: true,
    // No deadline that a busy machine misses.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // By default one processor stays idle, which is half of a machine with two.
    maxWorkers: '100%',
  },
});
