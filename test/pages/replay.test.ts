import { createHash } from 'node:crypto';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { visibleText } from '../../src/core/text/visible-text.ts';
import { createEventReader } from '../../src/core/wires/event-reader.ts';
import { PLAYER, PLAYER_HASH } from '../../src/core/writers/replay/player.ts';
import { createReplayWriter } from '../../src/core/writers/replay/replay-writer.ts';
import { faces, markdownRuns } from '../../src/core/writers/replay/runs.ts';
import { REPLAY_POLICY } from '../../src/core/writers/replay/shell.ts';
import { REPLAY_STYLE, REPLAY_STYLE_HASH } from '../../src/core/writers/replay/style.ts';
import type { Outcome } from '../../src/index.ts';
import { maxPageBytes, maxReplayTextLength } from '../../src/limits/core.ts';
import { everyRecording } from '../fixtures.ts';
import { somePayloads } from '../payloads.ts';
import { payloadOutcomes } from './payload-events.ts';
import { sampleOutcomes } from './sample-thread.ts';

type Node = DefaultTreeAdapterTypes.Node;

function pageOf(outcomes: Iterable<Outcome>): string {
  const writer = createReplayWriter({ all: true });
  const pieces: string[] = [];
  for (const outcome of outcomes) pieces.push(...writer.push(outcome));
  return [...pieces, ...writer.end()].join('');
}

/** The elements of a page, in order, and the text that the script reads. */
function inspect(html: string): { elements: string[]; session: string } {
  const elements: string[] = [];
  let session = '';
  const textOf = (node: Node): string =>
    'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
  const visit = (node: Node): void => {
    if ('tagName' in node) {
      elements.push(`${node.tagName} ${node.attrs.map(({ name }) => name).join(' ')}`);
      if (node.attrs.some(({ name, value }) => name === 'id' && value === 'session')) session = textOf(node);
    }
    if ('childNodes' in node) for (const child of node.childNodes) visit(child);
  };
  visit(parse(html, { scriptingEnabled: true }));
  return { elements, session };
}

interface Step {
  k: string;
  n: string;
  r: [string, string][];
}

const stepsOf = (session: string): Step[] =>
  session
    .split('\n')
    .filter(Boolean)
    .map((line): Step => JSON.parse(line));

function said(text: string, line: number): Outcome {
  const item = { id: `i${line}`, type: 'agent_message' as const, text };
  return { ok: true, line, offset: line, events: [{ type: 'item.completed', item }], problems: [] };
}

describe('a page that plays a session', () => {
  it('lets one script and one style run, those that are in it, and nothing else', () => {
    const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
    expect(PLAYER_HASH).toBe(hash(PLAYER));
    expect(REPLAY_STYLE_HASH).toBe(hash(REPLAY_STYLE));
    expect(REPLAY_POLICY).toMatch(/^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; base-uri/);
    expect(REPLAY_POLICY).not.toMatch(/unsafe|connect-src|img-src|\*/);
    const page = pageOf(sampleOutcomes());
    expect(page).toContain(`content="${REPLAY_POLICY}"`);
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(PLAYER).not.toMatch(
      /innerHTML|outerHTML|insertAdjacent|document\.write|eval|Function\(|<\/script|fetch|src/,
    );
    expect(REPLAY_STYLE).not.toMatch(/@import|url\(|<\//);
  });

  it('has the same elements whatever was said, and says it word for word', () => {
    const { elements } = inspect(pageOf([said('hello', 1)]));
    for (const payload of somePayloads) {
      const page = inspect(pageOf(payloadOutcomes(payload)));
      // Problems at the end are paragraphs of text.
      const shell = page.elements.filter((one) => one !== 'p ');
      expect(shell, JSON.stringify(payload)).toEqual(elements.filter((one) => one !== 'p '));
      const texts = stepsOf(page.session).map(({ r }) => r.map(([, text]) => text).join(''));
      if (payload.includes('\x1b[')) continue;
      // A carriage return alone is told by its code, as other controls are.
      const shown = visibleText(payload.replaceAll('\r\n', '\n')).trimEnd();
      expect(
        texts.some((text) => text.includes(shown)),
        JSON.stringify(payload),
      ).toBe(true);
    }
  });

  it.each(everyRecording().map(({ name, bytes }) => [name, bytes] as const))(
    'plays every recording in steps that say something: %s',
    (_, bytes) => {
      const reader = createEventReader();
      const { session } = inspect(pageOf([...reader.push(new TextDecoder().decode(bytes)), ...reader.end()]));
      for (const step of stepsOf(session)) {
        expect(step.n.length).toBeGreaterThan(0);
        expect(step.n).not.toMatch(/\n|undefined|\[object/);
        for (const [face] of step.r) expect(faces).toContain(face);
      }
    },
  );

  it('has at most 20 MB, plays without holes, and says what it leaves out', () => {
    const long = 'x'.repeat(maxReplayTextLength);
    const outcomes = Array.from({ length: 800 }, (_, index) => said(`${long}${index}`, index + 1));
    const page = pageOf(outcomes);
    expect(Buffer.byteLength(page)).toBeLessThanOrEqual(maxPageBytes);
    expect(Buffer.byteLength(page)).toBeGreaterThan(maxPageBytes * 0.99);
    const { length } = stepsOf(inspect(page).session);
    expect(page).toContain(`${800 - length} steps after the first ${length} left out: a page has at most 20 MB.`);
    expect(page).toMatch(/<p>\d+ long texts cut, as each says at its end\.<\/p>/);
  });

  it('is a page even where nothing was said', () => {
    expect(stepsOf(inspect(pageOf([])).session)).toEqual([]);
  });
});

it('Markdown keeps its words and faces, and has no address', () => {
  const runs = markdownRuns(
    '# Title\n\nA **bold** `word` and [a link](https://evil.example).\n\n- one\n- two\n\n```sh\nls\n```',
  );
  expect(runs).toEqual([
    ['h', 'Title'],
    ['p', '\n\nA '],
    ['s', 'bold'],
    ['p', ' '],
    ['i', 'word'],
    ['p', ' and a link (evil.example).\n\n'],
    ['x', '• '],
    ['p', 'one\n'],
    ['x', '• '],
    ['p', 'two\n\n'],
    ['c', 'ls'],
  ]);
});
