import react from '@vitejs/plugin-react';
import { defaultClientConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { files } from './chunks.ts';
import { first } from './first-plugin.ts';
import { guide } from './guide-plugin.ts';
import { packed } from './packed-plugin.ts';

/** Where `cms serve` answers while the admin is developed with `npm run dev -w admin-ui`. */
const cms = process.env['CMS_URL'] ?? 'http://127.0.0.1:8080';

export default defineConfig(({ command }) => ({
  // Built files live under /admin/assets/; in development the routes /login and /admin share one root.
  base: command === 'build' ? '/admin/' : '/',
  plugins: [guide(), react(), first(), packed()],
  build: {
    target: 'es2022',
    // The content security policy allows neither inline scripts nor data: styles and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: files },
        // Names that differ from version to version are what packs worst: six letters of a hash instead of eight.
        entryFileNames: 'assets/[name]-[hash:6].js',
        chunkFileNames: 'assets/[name]-[hash:6].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
      },
    },
  },
  // Tests have the libraries' modules of which a context of its own can be made, in Node, too.
  ...(process.env['VITEST'] && { resolve: { conditions: ['module-sync', ...defaultClientConditions] } }),
  server: { port: 5173, proxy: { '/api': { target: cms, changeOrigin: true } } },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost/admin' } },
    setupFiles: ['src/test/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    css: false,
    restoreMocks: true,
    // No deadline that a busy machine misses.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Each file has a context of its own, with modules and a window made anew, in a process that has jsdom already: a third less time. What
    // the contexts leave behind goes with the process.
    pool: 'vmForks',
    vmMemoryLimit: '1GB',
    // A test waits a part of its time, for which another worker has the processor: on two of them, a fifth of the whole.
    maxWorkers: '200%',
  },
}));
