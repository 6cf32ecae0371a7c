// The process of one contestant: node sdk-run-process.mjs threadline|sdk MODULE AGENT. Runs the agent and reads all that it prints.
import { cpuMsSince, peakMb, reportFigures } from './figures.ts';

/** What is used of `@openai/codex-sdk`, which is not among the dependencies. */
interface OfficialSdk {
  Codex: new (options: {
    codexPathOverride: string;
  }) => {
    startThread(): { runStreamed(prompt: string): Promise<{ events: AsyncIterable<unknown> }> };
  };
}

async function runThreadline(module: string, agent: string): Promise<number> {
  const { CodexClient }: typeof import('threadline/run') = await import(module);
  return count(new CodexClient({ binary: agent }).streamExec({ prompt: 'Go.' }).events);
}

async function runSdk(module: string, agent: string): Promise<number> {
  const { Codex }: OfficialSdk = await import(module);
  const { events } = await new Codex({ codexPathOverride: agent }).startThread().runStreamed('Go.');
  return count(events);
}

async function count(events: AsyncIterable<unknown>): Promise<number> {
  let lines = 0;
  for await (const _event of events) lines += 1;
  return lines;
}

const [contestant, module = '', agent = ''] = process.argv.slice(2);
const lines = await (contestant === 'sdk' ? runSdk(module, agent) : runThreadline(module, agent));
const cpuMs = cpuMsSince();
reportFigures({ cpuMs, coldCpuMs: cpuMs, peakMb: peakMb(), lines });
