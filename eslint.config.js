import js from '@eslint/js';
import a11y from 'eslint-plugin-jsx-a11y';
import hooks from 'eslint-plugin-react-hooks';
import typescript from 'typescript-eslint';

const node = { process: 'readonly', console: 'readonly', fetch: 'readonly', URL: 'readonly', FormData: 'readonly',
  Blob: 'readonly', setTimeout: 'readonly', clearTimeout: 'readonly', structuredClone: 'readonly', Buffer: 'readonly',
  AbortController: 'readonly', TextDecoder: 'readonly', TextEncoder: 'readonly', performance: 'readonly' };
// Callbacks that playwright runs inside the page.
const browser = { window: 'readonly', document: 'readonly', localStorage: 'readonly', navigator: 'readonly',
  location: 'readonly', history: 'readonly', getComputedStyle: 'readonly', indexedDB: 'readonly', Event: 'readonly',
  KeyboardEvent: 'readonly', MouseEvent: 'readonly', DataTransfer: 'readonly', ClipboardEvent: 'readonly', File: 'readonly',
  IntersectionObserver: 'readonly', PerformanceObserver: 'readonly', requestAnimationFrame: 'readonly', HTMLElement: 'readonly' };

export default typescript.config(
  { ignores: ['**/dist/', '**/build/', '**/build-dev/', 'target/', 'data/', 'admin-ui/src/api/schema.ts', '**/fixtures/'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [typescript.configs.strict, a11y.flatConfigs.recommended, hooks.configs.flat['recommended-latest']],
    rules: { '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }] },
  },
  { files: ['**/*.mjs', '*.js'], languageOptions: { globals: { ...node, ...browser } } },
);
