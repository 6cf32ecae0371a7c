import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CodexClient, type RunResult } from 'threadline/run';
import { afterAll, describe, expect, it, type TestContext } from 'vitest';
import { installOfficialSdk } from '../official-sdk.ts';
import { fakeAgent } from './agents.ts';

/** What is used of the SDK, which is not among the dependencies. */
interface OfficialSdk {
  Codex: new (options: {
    codexPathOverride: string;
  }) => {
    startThread(): { runStreamed(prompt: string): Promise<{ events: AsyncIterable<{ type: string }> }> };
  };
}

interface Sight {
  /** The types of events, and the codes of lines that could not be read. */
  seen: string[];
  thrown?: string;
  result?: RunResult;
}

const folder = mkdtempSync(join(tmpdir(), 'threadline-sdk-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const STARTED = '{"type":"thread.started","thread_id":"01a1de06-a90d-7a61-9d18-572c3f3466f0"}';
const TURN_STARTED = '{"type":"turn.started"}';
const REFUSAL = '{"type":"error","message":"the model says no"}';
const TURN_FAILED = '{"type":"turn.failed","error":{"message":"the model says no"}}';
const TURN = ['thread.started', 'turn.started', 'item.completed', 'turn.completed'];

const BAD_LINES = [
  {
    what: 'a line that is no JSON',
    output: `${STARTED}\nnpm warn\n${TURN_STARTED}\n`,
    thrown: /^Failed to parse item: npm warn$/,
    seen: ['thread.started', 'invalid-json', 'turn.started'],
  },
  {
    what: 'a blank line',
    output: `${STARTED}\n\n${TURN_STARTED}\n`,
    thrown: /^Failed to parse item: $/,
    seen: ['thread.started', 'turn.started'],
  },
  {
    what: 'a line that is null',
    output: `${STARTED}\nnull\n${TURN_STARTED}\n`,
    thrown: /^Cannot read properties of null/,
    seen: ['thread.started', 'not-an-object', 'turn.started'],
  },
  {
    what: 'a last line that is cut off',
    output: `${STARTED}\n${TURN_STARTED}\n{"type":"turn.comp`,
    thrown: /^Failed to parse item: \{"type":"turn\.comp$/,
    seen: ['thread.started', 'turn.started', 'truncated-tail'],
  },
];

describe.skipIf(process.platform === 'win32')('beside the official SDK, on the same agent', () => {
  it.for(BAD_LINES)('$what ends the SDK, and is told or passed over here', async (row, context) => {
    const { sdk, ours } = await readBoth(context, agentThatPrints(row.output));
    expect(sdk.thrown).toMatch(row.thrown);
    expect(ours.seen).toEqual(row.seen);
  });

  it('an exit code after a good turn loses the answer there, not here', async (context) => {
    const { sdk, ours } = await readBoth(context, fakeAgent('exit-7-after-a-good-turn'));
    expect(sdk).toMatchObject({ seen: TURN, thrown: expect.stringContaining('exited with code 7') });
    const result = { ok: false, exitCode: 7, lastMessage: 'hello', error: { code: 'exit-code' } };
    expect(ours).toMatchObject({ seen: TURN, result });
  });

  it('why a turn failed is told here', async (context) => {
    const output = [STARTED, TURN_STARTED, REFUSAL, TURN_FAILED, ''].join('\n');
    const { sdk, ours } = await readBoth(context, agentThatPrints(output, 1));
    expect(sdk.thrown).toBe('Codex Exec exited with code 1: ');
    expect(ours.result?.error).toEqual({ code: 'turn-failed', message: 'the model says no' });
  });

  it('an agent that says nothing is no failure for either', async (context) => {
    const { sdk, ours } = await readBoth(context, agentThatPrints(''));
    expect(sdk).toEqual({ seen: [] });
    expect(ours).toMatchObject({ seen: [], result: { ok: true, threadId: undefined, lastMessage: undefined } });
  });

  it('a turn that stops in the middle is no failure for the SDK', async (context) => {
    const { sdk, ours } = await readBoth(context, agentThatPrints(`${STARTED}\n${TURN_STARTED}\n`));
    expect(sdk).toEqual({ seen: ['thread.started', 'turn.started'] });
    expect(ours.result?.error?.code).toBe('turn-unfinished');
  });

  it('a program that is not there is thrown by the SDK, and told with help here', async (context) => {
    const missing = join(folder, 'no-such-codex');
    expect((await readSdk(context, missing)).thrown).toContain('ENOENT');
    const { error } = (await readOurs(missing)).result ?? {};
    expect(error?.code).toBe('cli-not-found');
    expect(error?.message).toContain('npm install -g @openai/codex');
  });
});

let agents = 0;

/** A program of JavaScript that prints a text. */
function agentThatPrints(output: string, exitCode = 0): string {
  agents += 1;
  const path = join(folder, `agent-${agents}.mjs`);
  writeFileSync(path, `process.stdout.write(${JSON.stringify(output)}); process.exitCode = ${exitCode};`);
  return path;
}

/** The SDK runs programs only; the fake agents are scripts. */
function asProgram(script: string): string {
  const path = `${join(folder, basename(script))}.sh`;
  writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' '${script}'\n`, { mode: 0o755 });
  return path;
}

async function readBoth(context: TestContext, script: string): Promise<{ sdk: Sight; ours: Sight }> {
  const program = asProgram(script);
  return { sdk: await readSdk(context, program), ours: await readOurs(program) };
}

async function readSdk(context: TestContext, program: string): Promise<Sight> {
  const installed = await installOfficialSdk();
  if (typeof installed !== 'string') return context.skip(installed.skip);
  const entry = pathToFileURL(join(installed, 'node_modules/@openai/codex-sdk/dist/index.js')).href;
  const { Codex }: OfficialSdk = await import(/* @vite-ignore */ entry);
  const seen: string[] = [];
  try {
    const { events } = await new Codex({ codexPathOverride: program }).startThread().runStreamed('hi');
    for await (const event of events) seen.push(event.type);
    return { seen };
  } catch (error) {
    return { seen, thrown: error instanceof Error ? error.message : String(error) };
  }
}

async function readOurs(program: string): Promise<Sight> {
  const run = new CodexClient({ binary: program }).streamExec({ prompt: 'hi' });
  const seen: string[] = [];
  for await (const outcome of run.events) {
    if (outcome.ok) seen.push(...outcome.events.map(({ type }) => type));
    else seen.push(outcome.error.code);
  }
  return { seen, result: await run.completion };
}
