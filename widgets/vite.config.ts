import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const SHARED =
  /(node_modules[\\/](nanostores|@nanostores)|src[\\/](domain|state|text|ui|client[\\/](call|cart|failure)|platform[\\/]go|pageData))/;

// The visitor's islands. The generator reads `.vite/manifest.json`: entry `src/main.ts`, its `file` and its `css`.
export default defineConfig({
  plugins: [react()],
  // Relative addresses: a site may live under any path, and the files may be served from any host.
  base: './',
  // public/ holds only the mock's service worker, for Storybook.
  publicDir: false,
  build: {
    target: 'es2022',
    manifest: true,
    modulePreload: { polyfill: false },
    cssCodeSplit: true,
    rolldownOptions: {
      input: { loader: 'src/main.ts' },
      output: {
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: 'c/[name]-[hash].js',
        assetFileNames: 'c/[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            // What nearly every widget needs. Not what the loader or the list of chunks need: they come before any touch.
            { name: 'shop', test: SHARED },
            { name: 'census', priority: 1, test: /src[\\/](client[\\/]census|platform[\\/]cookies)/ },
          ],
        },
      },
    },
  },
});
