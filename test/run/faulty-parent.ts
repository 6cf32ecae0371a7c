// A program that starts a run where that cannot be, and tells what became of it: see faults.test.ts.
//   node faulty-parent.ts descriptors CWD          after all descriptors are taken
//   node faulty-parent.ts nobody CWD [EVENT_LOG]   as the user nobody
import { closeSync, openSync } from 'node:fs';
import { CodexClient } from '../../src/machine/run/index.ts';
import { fakeAgent } from './agents.ts';

const [fault, cwd, eventLog] = process.argv.slice(2);
const taken: number[] = [];
const client = new CodexClient({ binary: fakeAgent('normal') });

if (fault === 'nobody') {
  process.setgroups?.([]);
  process.setgid?.(65534);
  process.setuid?.(65534);
} else {
  try {
    for (;;) taken.push(openSync('/dev/null', 'r'));
  } catch {
    // That was the last one.
  }
}

const run = client.streamExec({ prompt: 'hi', cwd, eventLog });
let ended = false;
const reading = (async () => {
  for await (const _ of run.events);
  ended = true;
})();
const result = await run.completion;
await reading;
for (const descriptor of taken) closeSync(descriptor);
process.stdout.write(JSON.stringify({ ended, result }));
