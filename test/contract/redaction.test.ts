import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createEventReader, type Outcome, type ThreadEvent } from 'threadline';
import { createRedactor } from 'threadline/redact';
import { describe, expect, it } from 'vitest';
import { withRedaction } from '../../src/core/writers/redacted-writer.ts';
import { loadWriter, writerNames } from '../../src/core/writers/registry.ts';
import type { CreateWriter } from '../../src/core/writers/writer.ts';
import { createLineShaper } from '../../src/fleet/collect/line-shaper.ts';
import { everyRecording } from '../fixtures.ts';
import { madeRules, makeSecret, tracesOf } from '../made-secrets.ts';
import { plantedSet } from '../redaction/planted.ts';

/** Every kind that redaction knows: all rules, all forms of vendors, and the places where people leak what has no form. */
const secrets: readonly { text: string; traces: readonly string[] }[] = [
  ...madeRules.map((rule) => makeSecret(rule, 5)).map((made) => ({ text: made.text, traces: tracesOf(made) })),
  ...plantedSet(5, 1).map((planted) => ({ text: planted.text, traces: planted.secrets })),
];
/** CI takes every recording, `npm test` every twelfth. */
const EVERY = process.env.THREADLINE_EVERY_FIELD ? 1 : 12;
/** A code of a few digits stands in any text by chance; its own tests look for it. */
const LEAST_TRACE = 8;
const traces = [...new Set(secrets.flatMap((secret) => secret.traces))].filter(({ length }) => length >= LEAST_TRACE);
/** Each once, though some have a short name too. */
const creators = new Map<CreateWriter, string>();
for (const name of writerNames()) creators.set(await loadWriter(name), name);
const creatorOf = new Map([...creators].map(([create, name]) => [name, create]));
const names = [...creatorOf.keys()];

/** Discriminators, and values of an enumeration: another value there makes another record. */
const KEPT = new Set([
  'type',
  'kind',
  'subtype',
  'item_type',
  'role',
  'status',
  'name',
  'tool',
  'timestamp',
  'version',
]);

/** Puts a secret after every text of a line; the same text gets the same one, so that ids still fit each other. */
function planted(line: string): string {
  try {
    return JSON.stringify(
      JSON.parse(line, (key, value) => (typeof value === 'string' ? plantedText(key, value) : value)),
    );
  } catch {
    return line;
  }
}

const plantedAt = new Map<string, number>();

function plantedText(key: string, value: string): string {
  if (KEPT.has(key) || /^[a-z_.-]{0,24}$/.test(value)) return value;
  const number = plantedAt.get(value) ?? plantedAt.size;
  plantedAt.set(value, number);
  return `${value}\n${secrets[number % secrets.length]?.text}\n`;
}

function written(name: string, outcomes: readonly Outcome[]): string {
  const writer = creatorOf.get(name)?.({ all: true, agents: true });
  if (!writer) throw new Error(`no writer ${name}`);
  const redacted = withRedaction(writer, createRedactor());
  return [...outcomes.flatMap((outcome) => redacted.push(outcome)), ...redacted.end()].join('');
}

const tracesIn = (text: string) => traces.filter((trace) => text.includes(trace));

describe('no secret leaves, whatever the format', () => {
  const inputs = everyRecording()
    .filter((_, index) => index % EVERY === 0)
    .map(({ name, bytes }) => {
      const reader = createEventReader({ raw: true });
      const lines = new TextDecoder().decode(bytes).split('\n').map(planted).join('\n');
      // Behind a secret: of a key without its beginning and its end nothing says that it is one.
      const cut = lines.slice(0, lines.lastIndexOf('\\n"', 2000) + 2);
      return {
        name,
        lines: `${lines}${cut}\n`,
        outcomes: [...reader.push(lines), ...reader.push(cut), ...reader.end()],
      };
    });

  it.each(names)('from every text of every recording: %s', (writer) => {
    for (const { name, outcomes } of inputs) expect(tracesIn(written(writer, outcomes)), name).toEqual([]);
  });

  it('from every text of every line that a collector sends', () => {
    const shaper = createLineShaper('redacted');
    for (const { name, lines } of inputs) {
      expect(tracesIn(shaper.lines(Buffer.from(lines)).toString()), name).toEqual([]);
    }
  });

  it('and the test would see one', () => {
    const writer = creatorOf.get('events')?.();
    const seen = inputs.flatMap(({ outcomes }) => outcomes.flatMap((outcome) => writer?.push(outcome) ?? []));
    // The only text with a secret may be an id that no event carries.
    expect(new Set(tracesIn(seen.join(''))).size).toBeGreaterThanOrEqual(new Set(traces).size - 2);
  });

  it.each(names)('in pieces, with and without the whole after them: %s', (writer) => {
    for (const rule of madeRules) {
      const made = makeSecret(rule, 5);
      for (const type of ['agent_message', 'reasoning', 'command_execution'] as const) {
        for (const isEnded of [true, false]) {
          const text = written(writer, piecesOf(made.text, type, isEnded));
          expect(
            tracesOf(made).filter((trace) => text.includes(trace)),
            `${rule} ${type} ${isEnded}`,
          ).toEqual([]);
        }
      }
    }
  });
});

type GrowingType = 'agent_message' | 'reasoning' | 'command_execution';

/** A thread whose text comes cut at every tenth character, between other events. */
function piecesOf(text: string, type: GrowingType, isEnded: boolean): Outcome[] {
  const item = (whole: string) =>
    type === 'command_execution'
      ? ({
          id: 'i',
          type,
          command: 'env',
          aggregated_output: whole,
          status: isEnded ? 'completed' : 'in_progress',
        } as const)
      : ({ id: 'i', type, text: whole } as const);
  const events: ThreadEvent[] = [
    { type: 'thread.started', thread_id: 'a', agent: 'codex' },
    { type: 'turn.started', turn_id: 't' },
    { type: 'item.started', item: item('') },
    { type: 'item.delta', item_id: 'i', item_type: type, delta: { text_delta: 'before ' } },
  ];
  for (let at = 0; at < text.length; at += 10) {
    events.push({ type: 'item.delta', item_id: 'i', item_type: type, delta: { text_delta: text.slice(at, at + 10) } });
    if (at === 10) events.push({ type: 'item.updated', item: item(`before ${text.slice(0, 20)}`) });
    events.push({ type: 'context', kind: 'tick', data: {} });
  }
  if (isEnded) events.push({ type: 'item.completed', item: item(`before ${text} after`) });
  events.push({ type: 'turn.completed', turn_id: 't' });
  return events.map((event, index) => ({
    ok: true,
    line: index + 1,
    offset: index,
    events: [{ ...event, line: index + 1 }],
    problems: [],
  }));
}

describe('what is ours holds no secret', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const files = globSync(['test/{golden,fixtures,fakes,mock}/**/*.*', 'docs/**/*.md', 'src/**/*.ts', '*.md'], {
    cwd: root,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`);

  it('no golden file, fixture, document or source has a hit', () => {
    const redactor = createRedactor();
    const hits = files.filter((file) => {
      const text = readFileSync(file, 'utf8');
      return redactor.text(text) !== text;
    });
    expect(hits).toEqual([]);
    expect(files.length).toBeGreaterThan(300);
  });
});
