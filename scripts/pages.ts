// Writes the sample thread as pages, to look at: node scripts/pages.ts FOLDER
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadWriter } from '../src/core/writers/registry.ts';
import { createHeadGatherer } from '../src/core/writers/thread-head.ts';
import { sampleOutcomes } from '../test/pages/sample-thread.ts';

const folder = process.argv[2] ?? 'pages';
mkdirSync(folder, { recursive: true });
const gatherer = createHeadGatherer({ cost: '$0.41' });
for (const outcome of sampleOutcomes()) gatherer.push(outcome);
const head = gatherer.head();
for (const [name, file] of [
  ['html', 'sample.html'],
  ['markdown', 'sample.md'],
] as const) {
  const writer = (await loadWriter(name, head))({ head });
  const pieces = sampleOutcomes().flatMap((outcome) => writer.push(outcome));
  writeFileSync(join(folder, file), [...pieces, ...writer.end()].join(''));
}
