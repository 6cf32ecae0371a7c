import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { everyRecording } from '../../../test/fixtures.ts';
import { madeRules, makeSecret, tracesOf } from '../../../test/made-secrets.ts';
import { parseJson } from '../../core/lines/json.ts';
import { createEventReader } from '../../core/wires/event-reader.ts';
import { agentStores } from '../../machine/sessions/stores/registry.ts';
import { scanUsage, type UsageRow } from '../../machine/usage/index.ts';
import { createLineShaper } from './line-shaper.ts';

const shapers = { redacted: createLineShaper('redacted'), usage: createLineShaper('usage') };
const shape = (mode: 'redacted' | 'usage', text: string) => shapers[mode].lines(Buffer.from(text)).toString('utf8');

/** Sessions alone: neither what agents printed is collected nor what they keep beside. */
const sessionFiles = everyRecording().filter(
  (file) => 'home' in file || agentStores.some(({ store }) => store.identify(`/${file.name}`)),
);

function shapedFile(mode: 'redacted' | 'usage', { name, bytes }: { name: string; bytes: Uint8Array }): Buffer {
  const shaper = shapers[mode];
  return name.endsWith('.json') ? shaper.document(Buffer.from(bytes)) : shaper.lines(wholeLines(bytes));
}

function wholeLines(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes).subarray(0, bytes.lastIndexOf(10) + 1);
}

async function usageOf(path: string, bytes: Uint8Array): Promise<UsageRow[]> {
  const rows: UsageRow[] = [];
  for await (const row of scanUsage([{ path, chunks: [bytes] }])) rows.push(row);
  return rows;
}

describe('what leaves in mode usage', () => {
  it('has the usage of the file, row by row, for every recording of every agent', async () => {
    const agents = new Map<string, number>();
    for (const file of sessionFiles) {
      const isDocument = file.name.endsWith('.json');
      const rows = await usageOf(file.name, isDocument ? file.bytes : wholeLines(file.bytes));
      expect(await usageOf(file.name, shapedFile('usage', file)), file.name).toEqual(rows);
      for (const { agent } of rows) agents.set(agent, (agents.get(agent) ?? 0) + 1);
    }
    expect([...agents.keys()].sort()).toEqual(
      agentStores
        .filter(({ experimental }) => !experimental)
        .map(({ name }) => name)
        .sort(),
    );
  });

  it('is read by our own readers, as many lines and none of them broken', () => {
    for (const file of sessionFiles) {
      const reader = createEventReader();
      const outcomes = [...reader.push(shapedFile('usage', file)), ...reader.end()];
      const broken = outcomes.filter((outcome) => !outcome.ok && outcome.error.code !== 'invalid-json');
      expect(broken, file.name).toEqual([]);
    }
  });

  it('has no text of any recording', () => {
    for (const file of sessionFiles) {
      const sent = shapedFile('usage', file).toString('utf8');
      const seen = textsOf(file).filter((text) => sent.includes(text));
      expect(seen, file.name).toEqual([]);
    }
  });

  it('has a length in the place of a text, and nothing of what a tool was given', () => {
    const record = {
      type: 'assistant',
      message: { content: [{ type: 'tool_use', id: 'toolu_1', input: { my_password: 'hunter2', port: 5432 } }] },
      sessionId: 'not an id, a text',
      summary: 'hello',
    };
    const sent = JSON.parse(shape('usage', `${JSON.stringify(record)}\n`));
    expect(sent.message.content).toEqual([{ type: 'tool_use', id: 'toolu_1', input: {} }]);
    expect(sent.summary).toBe('[5]');
    expect(sent.sessionId).toMatch(/^#[0-9a-f]{24}$/);
  });

  it('reduces what a column of a database or the text of a message packs as JSON, and keeps no text there either', () => {
    const data = JSON.stringify({
      type: 'tool',
      state: { status: 'completed', input: { port: 5432 }, output: 'secret' },
    });
    const sent = JSON.parse(shape('usage', `${JSON.stringify({ table: 'part', row: { id: 'prt_1', data } })}\n`));
    expect(JSON.parse(sent.row.data)).toEqual({
      type: 'tool',
      state: { status: 'completed', input: {}, output: '[6]' },
    });
    const said = { say: 'api_req_started', text: JSON.stringify({ request: 'a prompt', tokensIn: 7 }) };
    const list = JSON.parse(shapers.usage.document(Buffer.from(JSON.stringify([said, 'text', 7]))).toString());
    expect(list).toEqual([{ say: 'api_req_started', text: '{"request":"[8]","tokensIn":7}' }, {}, {}]);
  });

  it('takes a column that only looks like JSON for a text, however odd it is', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    for (const data of ['{"broken', '"hunter2"', 'null', '7', deep, '{"toString":0}']) {
      const sent = shape('usage', `${JSON.stringify({ table: 'part', row: { id: 'prt_1', data } })}\n`);
      expect(sent).not.toContain('hunter2');
      expect(sent.endsWith('\n')).toBe(true);
    }
  });
});

/** Runs of words in texts of the records: what people, models and tools said. */
function textsOf({ bytes }: { bytes: Uint8Array }): string[] {
  const texts = new Set<string>();
  const visit = (value: unknown, key: string): void => {
    const packed = typeof value === 'string' && /^[[{]/.test(value) ? parseJson(value) : undefined;
    // What is packed within is sent as JSON again, without its texts.
    if (packed !== undefined) visit(packed, key);
    else if (typeof value === 'string') {
      if (/ /.test(value.trim()) && !TIME_LIKE.test(value) && key !== 'cwd') texts.add(value.trim().slice(0, 40));
    } else if (Array.isArray(value)) for (const inner of value) visit(inner, key);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) visit(inner, name);
    }
  };
  const text = Buffer.from(bytes).toString('utf8');
  for (const line of [text, ...text.split('\n')]) {
    try {
      visit(JSON.parse(line), '');
    } catch {
      // Not a record.
    }
  }
  return [...texts].map((found) => JSON.stringify(found).slice(1, -1));
}
const TIME_LIKE = /^\d{4}-\d\d-\d\d /;

describe('what leaves in mode redacted', () => {
  it('has no planted secret, whichever string of whichever recording it stands in', () => {
    const rules = madeRules.map((rule) => makeSecret(rule));
    let planted = 0;
    for (const file of sessionFiles) {
      const isDocument = file.name.endsWith('.json');
      const lines = isDocument ? [Buffer.from(file.bytes).toString('utf8')] : textLines(file.bytes);
      for (const line of lines.slice(0, 6)) {
        const secret = rules[planted % rules.length] ?? makeSecret('jwt');
        const spiked = plant(line, secret.text);
        if (spiked === undefined) continue;
        planted += 1;
        for (const mode of ['redacted', 'usage'] as const) {
          const sent = shape(mode, `${spiked}\n`);
          const seen = tracesOf(secret).filter((trace) => sent.includes(trace));
          if (seen.length > 0) expect.fail(`${file.name} ${mode}`);
        }
      }
    }
    expect(planted).toBeGreaterThan(200);
  });

  it('is the very line where it holds no secret, also with odd spaces and numbers', () => {
    const line = '{ "type" : "x", "n": 1.0, "big": 12345678901234567890, "t": "\\u00e9" }\n';
    expect(shape('redacted', line)).toBe(line);
  });

  it('shows no secret of a field that stands twice', () => {
    const { secret } = makeSecret('github-token');
    expect(shape('redacted', `{"a":"${secret}","a":"x"}\n`)).toBe('{"a":"x"}\n');
  });

  it('has of a torn line nothing but its length, and whole records behind it', () => {
    const { secret } = makeSecret('github-token');
    expect(shape('redacted', `{"text":"half ${secret.slice(0, 20)}\n`)).toContain('"left_out":');
    expect(shape('redacted', `{"text":"half ${secret.slice(0, 20)}\n`)).not.toContain(secret.slice(0, 12));
    const glued = shape('redacted', `{"text":"ha{"timestamp":"2026-01-01T00:00:00Z","type":"x"}\n`);
    expect(glued).toBe('[0]{"timestamp":"2026-01-01T00:00:00Z","type":"x"}\n');
  });

  it('keeps as many lines as there were', () => {
    const text = `${'\n{"a":1}\n\0\0{"b":2}\nnot json\n{"deep":'.padEnd(60_000, '[')}\n`;
    expect(shape('redacted', text).split('\n')).toHaveLength(text.split('\n').length);
    expect(shape('usage', text).split('\n')).toHaveLength(text.split('\n').length);
  });
});

function textLines(bytes: Uint8Array): string[] {
  return wholeLines(bytes).toString('utf8').split('\n').slice(0, -1);
}

/** Puts a text into every string of a record. */
function plant(line: string, secret: string): string | undefined {
  const visit = (value: unknown): unknown => {
    if (typeof value === 'string') return `${value} ${secret}`;
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, visit(inner)]));
  };
  try {
    return JSON.stringify(visit(JSON.parse(line)));
  } catch {
    return undefined;
  }
}

it('is everything, byte for byte, in mode full', () => {
  for (const path of globSync('codex/*/*/rollout.jsonl', { cwd: fixtures }).slice(0, 5)) {
    const bytes = readFileSync(fixtures + path);
    expect(createLineShaper('full').lines(bytes)).toBe(bytes);
  }
});
const fixtures = fileURLToPath(new URL('../../../test/fixtures/', import.meta.url));
