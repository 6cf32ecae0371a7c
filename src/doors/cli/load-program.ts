// The built program begins here. Its parts are CommonJS, because Node keeps of a module only what is compiled when it is
// loaded, and of a script all that has run: docs/decisions/0285-code-that-has-run-is-kept.md.
import { codeFolder } from './compile-cache.ts';
import { openKeptCode } from './kept-code.ts';
import { createPartLoader } from './part-loader.ts';

const { join } = process.getBuiltinModule('node:path');
/** A bad call compiles little of its command. */
const USAGE_FAULT = 2;

const start = join(import.meta.dirname, 'program.cjs');
const folder = codeFolder();
const kept = folder === undefined ? undefined : openKeptCode(folder, process.argv[2] ?? '', start);
const loader = createPartLoader<typeof import('./program.ts')>(start, kept?.read());
if (kept) {
  process.on('exit', (code) => {
    if (loader.isNew() && code !== USAGE_FAULT) kept.renew(loader.compiled());
  });
}

export const { runAndExit, printAndExit } = loader.load();
