// Builds the package threadline-fixtures in fixtures/: npm run fixtures -- [DIR…] [--largest BYTES] [--update] [--verbose]
// DIR holds recordings as agent/version/scenario: they are added without the texts of others, those up to BYTES. What is
// expected of a recording is written once, and again with --update. Then come the index and the table of our own scores.
// Exit 0: built. 1: something in it may not be published, or it is too large.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { addRecordings } from './fixtures/add.ts';
import { filesBelow } from './fixtures/files-below.ts';
import { refusals } from './fixtures/refused.ts';
import { FIXTURES, RECORDINGS, writeExpectations, writeIndex } from './fixtures/write-index.ts';
import { writeTable } from './fixtures/write-table.ts';

/** In bytes: all files of the package. */
const MOST = 5_000_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { largest: { type: 'string' }, update: { type: 'boolean' }, verbose: { type: 'boolean' } },
});

for (const folder of positionals) {
  const largest = values.largest === undefined ? undefined : Number(values.largest);
  const { added, left } = addRecordings(folder, RECORDINGS, largest);
  say(`${folder}: ${added.length} added, ${left.size} left out`);
  if (values.verbose) for (const [path, why] of left) say(`  ${path}: ${why}`);
}
writeExpectations(values.update ?? false);
const recordings = writeIndex();
writeTable(recordings);

const files = filesBelow(FIXTURES);
const bytes = files.reduce((sum, path) => sum + statSync(join(FIXTURES, path)).size, 0);
const refused = files
  .filter((path) => path.startsWith('recordings'))
  .flatMap((path) => refusals(readFileSync(join(FIXTURES, path))).map((why) => `${path}: ${why}`));
for (const line of refused) say(line);
say(`${recordings.length} recordings, ${(bytes / 1e6).toFixed(2)} MB of ${MOST / 1e6} MB, ${refused.length} refused`);
process.exitCode = bytes <= MOST && refused.length === 0 ? 0 : 1;
