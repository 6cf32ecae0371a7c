// A program that runs a fake agent and ends before it: see stop-matrix.test.ts.
import { once } from 'node:events';
import { CodexClient } from '../../src/machine/run/index.ts';
import { fakeAgent } from './agents.ts';

const [end, agent = ''] = process.argv.slice(2);
const run = new CodexClient({ binary: fakeAgent(agent) }).streamExec({ prompt: 'hi' });

for await (const outcome of run.events) {
  if (!outcome.ok || outcome.events[0]?.type !== 'item.completed') continue;
  process.stdout.write('at work\n');
  // The test sends a word when it has seen the agent, or a signal.
  await once(process.stdin, 'data');
  if (end === 'exit') process.exit(0);
  throw new Error('nobody catches this');
}
