import js from '@eslint/js';
import a11y from 'eslint-plugin-jsx-a11y';
import hooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import typescript from 'typescript-eslint';

// Tests run in Node; the callbacks that playwright hands to the page run in the browser.
const everywhere = { ...globals.node, ...globals.browser };

export default typescript.config(
  { ignores: ['**/dist/', '**/build/', '**/build-dev/', 'target/', 'data/', 'admin-ui/src/api/schema.ts', '**/fixtures/'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [typescript.configs.strict, a11y.flatConfigs.recommended, hooks.configs.flat['recommended-latest']],
    rules: { '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }] },
  },
  {
    // What needs types: a promise that nobody waits for says so (`void`).
    files: ['admin-ui/src/**/*.{ts,tsx}', 'templates/islands/{src,test}/**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
  { files: ['**/*.mjs', '*.js', 'admin-ui/public/*.js'], languageOptions: { globals: everywhere } },
);
