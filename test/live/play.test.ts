import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { bundledTraffic } from '../parity/live-traffic.ts';

const agent = fileURLToPath(new URL('../fakes/live/agent.mjs', import.meta.url));
const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/live/${name}/traffic.jsonl`, import.meta.url));

interface Entry {
  dir: 'in' | 'out' | 'mark';
  line: string;
  event?: string;
}

/** Messages are numbered from here on, so that no id is one of the recording's. */
const FIRST_ID = 7000;

function entriesOf(path: string): Entry[] {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** A request of the client under an id of its own. Answers keep the agent's. */
function renumbered(line: string): string {
  const message = JSON.parse(line);
  if (message.type === 'control_request')
    return JSON.stringify({ ...message, request_id: `own-${message.request_id}` });
  if (message.method !== undefined && typeof message.id === 'number')
    return JSON.stringify({ ...message, id: message.id + FIRST_ID });
  return line;
}

function withoutIds(line: string): string {
  const message = JSON.parse(line);
  if (typeof message.id === 'number') message.id %= FIRST_ID;
  return JSON.stringify(message).replaceAll('own-', '');
}

interface Played {
  said: string[];
  code: number | null;
  log: { name?: string; matched?: number | null }[];
}

/** A client that says its part of the recording, each line after all that came before it. */
function play(path: string, skips: (line: string) => boolean = () => false): Promise<Played> {
  const entries = entriesOf(path);
  const log = join(mkdtempSync(join(tmpdir(), 'live-play-')), 'log.ndjson');
  const child = spawn(process.execPath, [agent, path, '--acp'], {
    env: { ...process.env, FAKE_LIVE_LOG: log },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const said: string[] = [];
  let rest = '';
  let at = 0;
  let expected = 0;
  const left = new Set<unknown>();
  const step = () => {
    for (; at < entries.length; at += 1) {
      const entry = entries[at];
      if (entry?.dir === 'out') {
        if (left.has(JSON.parse(entry.line).id)) continue;
        if (said.length <= expected) return;
        expected += 1;
      } else if (entry?.dir === 'in' && skips(entry.line)) left.add(JSON.parse(entry.line).id);
      else if (entry?.dir === 'in') child.stdin.write(`${renumbered(entry.line)}\n`);
      else if (/^(?:close|exit|SIG)/.test(entry?.event ?? '')) child.stdin.end();
    }
    child.stdin.end();
  };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    said.push(...lines);
    step();
  });
  step();
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const heard = readFileSync(log, 'utf8').trim().split('\n');
      resolve({ said, code, log: heard.map((line) => JSON.parse(line)) });
    });
  });
}

describe('the stand-in for an agent under control', () => {
  it.each(bundledTraffic())(
    'says what was recorded to a client that numbers its requests otherwise: $name',
    async ({ name }) => {
      const expected = entriesOf(fixture(name)).flatMap(({ dir, line }) => (dir === 'out' ? [withoutIds(line)] : []));
      const { said, log } = await play(fixture(name));
      expect(said.map(withoutIds)).toEqual(expected);
      expect(log.filter(({ name: heard, matched }) => heard !== undefined && matched === null)).toEqual([]);
    },
  );

  it('leaves out the answer to what a client does not ask', async () => {
    const path = fixture('codex-acp-2.6.0/approve');
    const { said } = await play(path, (line) => line.includes('session/list'));
    const whole = entriesOf(path).filter(({ dir }) => dir === 'out').length;
    expect(said).toHaveLength(whole - 1);
  });

  it('answers a request that the recording does not have with an empty result, and repeats a prompt in the words of its client', async () => {
    const child = spawn(process.execPath, [agent, fixture('codex-0.166.0/a11a-approve-accept')], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const say = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`);
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.includes('requestApproval')) child.stdin.end();
    });
    say({ method: 'initialize', id: 1, params: {} });
    say({ method: 'made/up', id: 'x', params: {} });
    say({ method: 'thread/start', id: 2, params: {} });
    say({ method: 'turn/start', id: 3, params: { input: [{ type: 'text', text: 'In other words.' }] } });
    await new Promise((resolve) => child.on('close', resolve));
    expect(text).toContain('{"id":"x","result":{}}');
    expect(text).toContain('In other words.');
    expect(text).not.toContain('Make a file.');
    expect(text).not.toContain('"turn/completed"');
  });
});
