// One classic script without imports, for an engine that has neither modules nor Node's library.
import { readFileSync } from 'node:fs';
import { defineConfig } from 'rolldown';

const read = (file) => readFileSync(new URL(`node_modules/${file}`, import.meta.url), 'utf8');
const bundled = ['less', 'copy-anything', 'is-what', 'parse-node-version'].map((name) => {
  const { version, license, homepage } = JSON.parse(read(`${name}/package.json`));
  return `${name} ${version}, ${license}, ${homepage ?? ''}`.trim();
});
const { version } = JSON.parse(read('less/package.json'));

export default defineConfig({
  input: 'src/compiler.js',
  platform: 'neutral',
  resolve: { mainFields: ['module', 'main'] },
  transform: { define: { LESS_VERSION: JSON.stringify(version) } },
  treeshake: true,
  output: {
    file: 'dist/less.js',
    format: 'iife',
    minify: true,
    postBanner: `/* ${bundled.join('; ')} */`,
  },
});
