// One file: an extension that is installed has no packages beside it.
import { readFileSync } from 'node:fs';
import { defineConfig } from 'rolldown';

const bundled = [
  'vscode-languageclient',
  'vscode-languageserver-protocol',
  'vscode-jsonrpc',
  'minimatch',
  'semver',
].map((name) => {
  const { version, license } = JSON.parse(
    readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url), 'utf8'),
  );
  return `${name} ${version}, ${license}`;
});

export default defineConfig({
  input: 'src/extension.ts',
  platform: 'node',
  external: ['vscode'],
  output: {
    file: 'dist/extension.js',
    format: 'cjs',
    minify: true,
    postBanner: `/* ${bundled.join('; ')} */`,
  },
});
