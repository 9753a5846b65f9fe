// One classic script without imports, for an engine that has neither modules nor Node's library.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'rolldown';

const read = (file) => readFileSync(new URL(`node_modules/${file}`, import.meta.url), 'utf8');
const { name, version, license, repository } = JSON.parse(read('@squarespace/less-ts/package.json'));

// The engine has what these files would bring.
const nothing = fileURLToPath(new URL('src/nothing.js', import.meta.url));

export default defineConfig({
  input: 'src/compiler.js',
  platform: 'neutral',
  resolve: { mainFields: ['module', 'main'], alias: { 'core-js/es/map': nothing, 'core-js/es/set': nothing } },
  treeshake: true,
  output: {
    file: 'dist/less.js',
    format: 'iife',
    minify: true,
    postBanner: `/* ${name} ${version}, ${license}, ${repository.url} */`,
  },
});
