import { createEventReader, createMessageBuilder } from 'threadline';
import { createRedactor } from 'threadline/redact';
import { describe, expect, it } from 'vitest';
import { writeNative } from '../../src/doors/cli/export/native-lines.ts';
import type { Output } from '../../src/doors/cli/output.ts';
import { everyRecording } from '../fixtures.ts';
import { makeSecret } from '../made-secrets.ts';

const secret = makeSecret('github-token', 5).text;
const recordings = everyRecording().filter(({ name }) => /session|rollout/.test(name));

/** What is written of a session whose bytes come in small pieces. */
async function native(text: string, isRedacted = true): Promise<string> {
  const bytes = Buffer.from(text);
  let written = '';
  let committed = '';
  const output: Output = {
    append: (more) => {
      written += more;
    },
    flush: async () => {},
    write: async () => {},
    isFull: false,
    isTerminal: false,
    commit: () => {
      committed = written;
    },
    discard: () => {},
  };
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += 4099) yield bytes.subarray(at, at + 4099);
  }
  const source = { name: 'a', isLive: false, read: () => Promise.reject(), bytes: chunks };
  const redaction = { redactor: createRedactor({ numbered: true }), doubt: createRedactor() };
  await writeNative(source as never, () => output, isRedacted ? redaction : undefined);
  return committed;
}

/** The wire of a text and its messages, without what redaction may change. */
function readAs(text: string) {
  const reader = createEventReader();
  const builder = createMessageBuilder({ original: false, all: true, agents: true });
  for (const outcome of [...reader.push(text), ...reader.end()])
    for (const event of outcome.ok ? outcome.events : []) builder.push(event);
  builder.end();
  return {
    wire: reader.wire,
    messages: builder.messages.map(({ id, role, parent, content }) => ({
      id,
      role,
      parent,
      kinds: content.map(({ type }) => type),
    })),
  };
}

/** Keys and types of a value, without its texts. */
function shapeOf(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, inner) => (typeof inner === 'string' ? 'text' : inner));
}

describe('lines as the agent keeps them', () => {
  it('are the same bytes where nothing is to be removed', async () => {
    for (const { name, bytes } of recordings) {
      const text = Buffer.from(bytes).toString();
      expect((await native(text, false)) === text, name).toBe(true);
      const safe = await native(text);
      expect(readAs(safe), name).toEqual(readAs(text));
    }
    expect(recordings.length).toBeGreaterThan(50);
  });

  it('keep their number, keys, types, ids and links, and are read as the same thread, without the secrets', async () => {
    let lines = 0;
    for (const { name, bytes } of recordings) {
      const plain = Buffer.from(bytes).toString();
      const text = plain.replaceAll(
        /"(text|content|message|output)"( ?): ?"/g,
        (_, key, gap) => `"${key}"${gap}:${gap}"${secret} `,
      );
      if (text === plain) continue;
      const safe = await native(text);
      expect(safe, name).not.toContain(secret);
      const before = text.split('\n');
      const after = safe.split('\n');
      expect(after.length, name).toBe(before.length);
      for (const [index, line] of before.entries()) {
        if (!line.startsWith('{"') || !line.endsWith('}')) continue;
        const [own, written] = [JSON.parse(line), JSON.parse(after[index] ?? '')];
        expect(shapeOf(written), name).toEqual(shapeOf(own));
        for (const key of ['type', 'id', 'uuid', 'parentUuid', 'sessionId', 'timestamp'])
          expect(written[key]).toBe(own[key]);
        lines += 1;
      }
      expect(readAs(safe), name).toEqual(readAs(text));
    }
    expect(lines).toBeGreaterThan(1000);
  });
});
