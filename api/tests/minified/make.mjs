#!/usr/bin/env node
// Bundles and minifies src/ as the widgets are, runs it as a browser's engine does, and writes down what came of it:
//
//   node api/tests/minified/make.mjs > api/tests/minified/made.json      (after `make setup`)
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

const here = dirname(fileURLToPath(import.meta.url));
const require = createRequire(join(here, '../../../widgets/package.json'));
const vite = require.resolve('vite');
const { rolldown } = createRequire(vite)('rolldown');

const bundle = await rolldown({ input: join(here, 'src/tray.ts'), logLevel: 'silent' });
const { output } = await bundle.generate({
  format: 'iife',
  minify: true,
  sourcemap: 'hidden',
  sourcemapExcludeSources: true,
  entryFileNames: '[name]-[hash].js',
});
const chunk = output.find(({ type }) => type === 'chunk');
let thrown;
try {
  vm.runInNewContext(chunk.code, {}, { filename: `https://shop.example/assets/widgets/${chunk.fileName}` });
} catch (error) {
  thrown = error;
}
// What stands around the script is the machine's.
const stack = thrown.stack.split('\n').filter((line) => !line.startsWith(' ') || line.includes('shop.example'));
console.log(
  JSON.stringify(
    {
      file: chunk.fileName,
      script: chunk.code,
      map: JSON.stringify(chunk.map),
      message: thrown.message,
      stack: stack.slice(stack.findIndex((line) => line.startsWith('TypeError'))).join('\n'),
      written: [
        { file: 'api/tests/minified/src/price.ts', line: 11, function: 'priceOfTray' },
        { file: 'api/tests/minified/src/tray.ts', line: 12, function: 'showTotal' },
      ],
    },
    null,
    2,
  ),
);
