// The process of one contestant: node process.mjs live|run MODULE AGENT. Reads all that the agent prints in one turn.
import { join } from 'node:path';
import { cpuMsSince, peakMb, reportFigures } from './figures.ts';

async function runLive(module: string, agent: string): Promise<number> {
  const { openLive }: typeof import('threadline/live') = await import(module);
  const session = await openLive('claude', {
    cwd: process.cwd(),
    program: agent,
    dataFolder: join(process.cwd(), 'data'),
  });
  const reading = count(session.subscribe());
  const { status } = await session.send('Go.').done;
  if (status !== 'completed') throw new Error(`the turn ${status}`);
  await session.close();
  return reading;
}

async function runPlain(module: string, agent: string): Promise<number> {
  const { ClaudeClient }: typeof import('threadline/run') = await import(module);
  return count(new ClaudeClient({ binary: agent }).streamExec({ prompt: 'Go.' }).events);
}

async function count(events: AsyncIterable<unknown>): Promise<number> {
  let lines = 0;
  for await (const _event of events) lines += 1;
  return lines;
}

const [contestant, module = '', agent = ''] = process.argv.slice(2);
const lines = await (contestant === 'live' ? runLive(module, agent) : runPlain(module, agent));
const cpuMs = cpuMsSince();
reportFigures({ cpuMs, coldCpuMs: cpuMs, peakMb: peakMb(), lines });
