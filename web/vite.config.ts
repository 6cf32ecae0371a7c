import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './build/chunk-groups.ts';
import { buildGrammars, grammarPlugins } from './build/grammar-files.ts';
import { licences } from './build/licences.ts';
import { smallMarkdownForVite } from './build/small-markdown.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const files = await buildGrammars();
const grammars = grammarPlugins(files);
const notices = licences(files.sources);

export default defineConfig({
  root: here('.'),
  plugins: [react(), smallMarkdownForVite, grammars.page, notices.page],
  // Parts of the Markdown parser that the page does not use.
  resolve: {
    alias: {
      entities: here('./text/html-entities.ts'),
      'linkify-it': here('./text/no-linkify.ts'),
      'punycode.js': here('./text/punycode.ts'),
      'uc.micro': here('./text/unicode-classes.ts'),
    },
  },
  build: {
    outDir: here('../dist/web'),
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy allows no inline script, no data: font and no data: worker.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { checks: { bundlerTimings: false }, output: { codeSplitting: { groups: chunkGroups } } },
  },
  worker: { format: 'es', plugins: () => [grammars.worker, notices.worker] },
});
