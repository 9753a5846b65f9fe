import importX from 'eslint-plugin-import-x';
import jsxA11y from 'eslint-plugin-jsx-a11y-x';
import reactHooks from 'eslint-plugin-react-hooks';
import storybook from 'eslint-plugin-storybook';
import ts from 'typescript-eslint';
import { floors } from './floors.js';

const path = (room) => `./src/${room}`;
const zones = floors
  .flatMap((rooms, floor) =>
    rooms.map((room) => ({
      target: path(room),
      from: [...floors.slice(0, floor).flat(), ...rooms.filter((other) => other !== room)].map(path),
      message: 'An import may only go down a floor (floors.js).',
    })),
  )
  .filter(({ from }) => from.length > 0);
const reactFree = [
  'editor/core',
  'editor/client',
  'main.ts',
  'tracker.ts',
  'consent.ts',
  'consent',
  'islands',
  'tracking',
  'client',
  'domain',
  'text',
  'platform',
  'contract',
];

export default ts.config(
  {
    ignores: [
      'dist',
      'dist-editor',
      'storybook-static',
      'public',
      '.storybook',
      'node_modules',
      'test-results',
      '**/*.gen.ts',
    ],
  },
  {
    files: ['src/**/*.{ts,tsx}', 'mock-api/**/*.ts'],
    extends: [ts.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { import: importX },
    settings: { 'import-x/extensions': ['.ts', '.tsx'] },
    rules: {
      'import/no-cycle': 'error',
      'import/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-confusing-void-expression': 'off',
    },
  },
  {
    // One domain rule knows no browser: no React, no fetch, no clock.
    files: reactFree.map((room) => (room.endsWith('.ts') ? path(room).slice(2) : `src/${room}/**/*.ts`)),
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-imports': ['error', { paths: ['react', 'react-dom', '@nanostores/react'] }] },
  },
  {
    files: ['src/domain/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-globals': ['error', 'fetch', 'window', 'document', 'localStorage', 'setTimeout', 'Date'],
    },
  },
  {
    files: ['src/**/*.tsx'],
    ignores: ['src/editor/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            { name: 'react-aria-components', message: 'Native elements for visitors; react-aria is for the editor.' },
          ],
        },
      ],
    },
  },
  { files: ['src/**/*.tsx'], ...reactHooks.configs.flat['recommended-latest'] },
  { files: ['src/**/*.tsx'], ...(jsxA11y.configs.strict ?? jsxA11y.flatConfigs?.strict) },
  {
    files: ['src/**/*.tsx'],
    // A region that scrolls must be reached by keyboard (axe: scrollable-region-focusable).
    rules: { 'jsx-a11y-x/no-noninteractive-tabindex': ['error', { tags: [], roles: ['tabpanel', 'region'] }] },
  },
  {
    files: ['src/editor/**/*.tsx'],
    // A small window of the editor puts the focus where one writes: react-aria moves it there and back.
    rules: { 'jsx-a11y-x/no-autofocus': ['error', { ignoreNonDOM: true }] },
  },
  {
    files: ['src/test/**', 'src/**/*.test.{ts,tsx}', 'mock-api/**'],
    // A test may reach for what it compares with.
    rules: { '@typescript-eslint/unbound-method': 'off', 'import/no-restricted-paths': 'off' },
  },
  ...storybook.configs['flat/recommended'],
);
