// A program that runs a fake agent and then ends in one of many ways: see stop-matrix.test.ts.
import { CodexClient } from '../../src/run/index.ts';
import { fakeAgent } from './agents.ts';

const [reason, agent = ''] = process.argv.slice(2);
const abort = new AbortController();
const client = new CodexClient({ binary: fakeAgent(agent), signal: abort.signal });
const run = client.streamExec({ prompt: 'hi', timeoutMs: reason === 'timeout' ? 2500 : 0 });

const report = async () => process.stdout.write(`${JSON.stringify(await run.completion)}\n`);

for await (const outcome of run.events) {
  if (!outcome.ok || outcome.events[0]?.type !== 'item.completed') continue;
  // The agent is at work: the test may send its signal now.
  process.stdout.write('working\n');
  if (reason === 'abort') abort.abort();
  if (reason === 'return') break;
  if (reason === 'exit') process.exit(0);
  if (reason === 'exception') throw new Error('nobody catches this');
}
await report();
