// A program that is signalled while its agent is at work: see parent-exit.test.ts.
import { setTimeout as delay } from 'node:timers/promises';
import { CodexClient } from '../../src/machine/run/index.ts';
import { fakeAgent } from './agents.ts';

const kind = process.argv[2];

async function cleanUp(): Promise<void> {
  // Longer than the agent takes to end.
  await delay(3000);
  process.stdout.write('cleaned up\n');
  process.exit(3);
}

if (kind === 'on') process.on('SIGTERM', cleanUp);
if (kind === 'once') process.once('SIGTERM', cleanUp);

const agent = kind === 'late' ? 'works-ignoring-term' : 'works-politely';
const run = new CodexClient({ binary: fakeAgent(agent) }).streamExec({ prompt: 'hi' });
for await (const outcome of run.events) {
  if (!outcome.ok || outcome.events[0]?.type !== 'item.completed') continue;
  process.stdout.write('at work\n');
  if (kind === 'late') setTimeout(startLate, 1000);
}
if (kind !== 'late') await delay(60_000);

function startLate(): void {
  const late = new CodexClient({ binary: fakeAgent('works-ignoring-term') }).streamExec({ prompt: 'hi' });
  void late.completion;
  process.stdout.write('started late\n');
}
