import { existsSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url));

/** Recordings beside this repository. Without links: stores name sessions by the real path of their home. */
const shared = process.env.THREADLINE_SHARED ?? fileURLToPath(new URL('../shared', import.meta.url));

export default defineConfig({
  resolve: {
    // The tests import the package by its name, as its users do, but run the source.
    alias: [
      { find: /^threadline$/, replacement: source('index.ts') },
      { find: /^threadline\/(schema|ai|lazy|reader|redact|writers)$/, replacement: source('core/$1/index.ts') },
      { find: /^threadline\/(live|run|sessions|usage)$/, replacement: source('machine/$1/index.ts') },
      { find: /^threadline\/archive$/, replacement: source('fleet/index.ts') },
      { find: /^threadline\/(chat|react)$/, replacement: source('doors/$1/index.ts') },
    ],
  },
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'test/**/*.test.ts', 'web/**/*.test.ts'],
    env: existsSync(shared) ? { THREADLINE_SHARED: realpathSync(shared) } : {},
    testTimeout: 60_000,
    // A loaded machine ends a process later than a test waits for it. A test that needed its second try is reported.
    retry: process.env.CI ? 1 : 0,
    // No test leaves anything behind in its process, so files share one: a process for each costs a third of all the time.
    isolate: false,
    // Many tests wait for processes, so a third worker helps even on two cores.
    maxWorkers: 3,
  },
});
