// Storybook 10, MSW 2 and their dependencies ship ESM only; Jest on node 20 needs them compiled to CommonJS.
const esmOnly = [
  'storybook',
  '@storybook',
  'msw-storybook-addon',
  'msw',
  '@mswjs',
  '@open-draft',
  'rettime',
  'until-async',
  'nanostores',
  '@nanostores',
  '@noble',
  'culori',
  // Markdown of the editor.
  'mdast-util-[^/]+',
  'micromark[^/]*',
  'unist-util-[^/]+',
  'decode-named-character-reference',
  'character-entities',
  'ccount',
  'devlop',
  'escape-string-regexp',
  'longest-streak',
  'markdown-table',
  'zwitch',
];

/** @type {import('jest').Config} */
const shared = {
  testEnvironment: '<rootDir>/src/test/environment.cjs',
  transform: {
    '^.+\\.m?[tj]sx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        },
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(?:${esmOnly.join('|')})/)`],
  moduleNameMapper: {
    '\\.module\\.css$': '<rootDir>/src/test/css-module.cjs',
    '\\.css$': '<rootDir>/src/test/empty.cjs',
  },
  restoreMocks: true,
};

/** @type {import('jest').Config} */
export default {
  ...shared,
  maxWorkers: process.env.CI ? 2 : 1,
  // `make test` gives tests a folder for temporary files that is gone at the end; what was compiled is kept.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  // How long a test may take on a computer with much else to do; none waits for it.
  testTimeout: 30_000,
  collectCoverageFrom: ['src/**/*.{ts,tsx}', '!src/**/*.stories.tsx', '!src/test/**'],
  testMatch: ['<rootDir>/src/**/*.test.{ts,tsx}'],
  setupFilesAfterEnv: ['<rootDir>/src/test/setup.ts'],
};
