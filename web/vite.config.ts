import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { licences } from './build/licences.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const notices = licences();

export default defineConfig({
  root: here('.'),
  plugins: [react(), notices.page],
  build: {
    outDir: here('../dist/web'),
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy allows no inline script, no data: font and no data: worker.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Grammars are large and come one by one, when a block of their language is seen.
    chunkSizeWarningLimit: 1100,
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  worker: { format: 'es', plugins: () => [notices.worker] },
});
