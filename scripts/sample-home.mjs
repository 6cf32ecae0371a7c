// Writes sample/: a home of each agent with a few made-up sessions, shown by the viewer where no session is found.
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sampleFiles } from './sample/stories.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'sample');

rmSync(folder, { recursive: true, force: true });
for (const { path, text } of sampleFiles()) {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  const last = /.*"timestamp":"([^"]+)"/s.exec(text)?.[1];
  if (last) utimesSync(file, new Date(last), new Date(last));
}
process.stdout.write(`wrote ${sampleFiles().length} files to sample/\n`);
