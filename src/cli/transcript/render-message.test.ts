import fc from 'fast-check';
import { createEventReader, createMessageBuilder, type UnifiedMessage } from 'threadline';
import { describe, expect, it } from 'vitest';
import { bundledRecordings } from '../../../test/fixtures.ts';
import { createStyle } from '../screen.ts';
import { textWidth } from '../text-layout.ts';
import { renderHeader } from './header.ts';
import type { TranscriptLayout } from './layout.ts';
import { renderMessage } from './render-message.ts';

const plain: TranscriptLayout = {
  columns: 80,
  isWhole: false,
  style: createStyle(false),
  unfoldHint: ' (--all shows them)',
};
const coloured = { ...plain, style: createStyle(true) };

function messagesOf(bytes: Uint8Array): readonly UnifiedMessage[] {
  const reader = createEventReader();
  const builder = createMessageBuilder({ all: true });
  for (const outcome of [...reader.push(bytes), ...reader.end()]) {
    if (outcome.ok) for (const event of outcome.events) builder.push(event);
  }
  return builder.messages;
}

function messageWith(content: UnifiedMessage['content'], role: UnifiedMessage['role'] = 'assistant'): UnifiedMessage {
  return { id: 'a', role, content, timestamp: 0, tool: 'codex', _original: {} };
}

describe('a message on the screen', () => {
  it.each(bundledRecordings().map(({ name, bytes }) => [name, bytes] as const))(
    'is never wider than it, whatever was recorded: %s',
    (_, bytes) => {
      for (const message of messagesOf(bytes)) {
        for (const columns of [40, 80, 120]) {
          for (const isWhole of [false, true]) {
            const lines = renderMessage(message, { ...plain, columns, isWhole }).split('\n');
            expect(lines.filter((line) => textWidth(line) > columns)).toEqual([]);
          }
        }
      }
    },
  );

  it('colours a diff, and says no colour where none is wanted', () => {
    const input = { file_path: '/a', diff: '@@ -1 +1 @@\n-old\n+new\n' };
    const message = messageWith([
      { type: 'tool_use', id: 'a', name: 'Edit', input },
      { type: 'tool_result', tool_use_id: 'a', content: 'update /a', is_error: false },
    ]);
    expect(renderMessage(message, coloured)).toContain('\x1b[31m-old\x1b[39m\n  \x1b[32m+new\x1b[39m');
    expect(renderMessage(message, plain)).toBe('± edit /a\n  @@ -1 +1 @@\n  -old\n  +new');
  });

  it('leaves out the colours that a program printed, and keeps its tabs in their columns', () => {
    const message = messageWith([
      { type: 'tool_use', id: 'a', name: 'Bash', input: { command: 'ls' } },
      { type: 'tool_result', tool_use_id: 'a', content: '\x1b[1;32mok\x1b[0m\tdone\r\n', is_error: false },
    ]);
    expect(renderMessage(message, plain)).toBe('$ ls\n  ok      done');
  });

  it('says so when a call did not end', () => {
    const message = messageWith([{ type: 'tool_use', id: 'a', name: 'Bash', input: { command: 'sleep 9' } }]);
    expect(renderMessage(message, plain)).toBe('$ sleep 9\n  (did not end)');
  });

  it('of a huge output is made quickly', () => {
    const content = 'x'.repeat(20_000_000);
    const message = messageWith([
      { type: 'tool_use', id: 'a', name: 'Bash', input: { command: 'cat big' } },
      { type: 'tool_result', tool_use_id: 'a', content, is_error: false },
    ]);
    const before = performance.now();
    expect(renderMessage(message, plain).length).toBeLessThan(200);
    expect(performance.now() - before).toBeLessThan(1000);
  });
});

describe('nothing in a message can speak to the terminal', () => {
  const HARMFUL = /[^\P{Cc}\n]|[\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;
  const hostile = fc
    .array(
      fc.constantFrom(
        '\x1b]52;c;ZXZpbA==\x07',
        '\x1b[2J',
        '\u009b31m',
        '\r',
        '\b',
        '\u202e',
        '\x1b[0m',
        '\x1b',
        '[',
        'm',
        ' ',
        'a',
        '\n',
        '\t',
        '1;1H',
        '\x1b[31',
        '\ud800',
      ),
    )
    .map((parts) => parts.join(''));

  it('in no block of it, whatever it holds', () => {
    fc.assert(
      fc.property(hostile, hostile, fc.boolean(), (text, other, isWhole) => {
        const uses = [
          'Bash',
          'Write',
          'Edit',
          'TodoWrite',
          'WebSearch',
          'WebFetch',
          'Task',
          'Read',
          `mcp__${text}__b`,
          text,
        ];
        const input = {
          command: text,
          file_path: text,
          new_path: other,
          diff: text,
          content: text,
          old_string: text,
          new_string: other,
          todos: [{ content: text, status: other }, text],
          query: text,
          url: text,
          pattern: other,
          prompt: text,
          description: other,
          [text]: other,
        };
        const content: UnifiedMessage['content'] = [
          { type: 'text', text },
          { type: 'thinking', thinking: text },
          { type: 'image', source: { type: 'url', url: text } },
          { type: 'image', source: { type: 'base64', media_type: text, data: '' } },
          { type: 'tool_result', tool_use_id: 'nothing', content: text, is_error: true },
        ];
        for (const [index, name] of uses.entries()) {
          const { diff: _, ...withoutDiff } = input;
          content.push({ type: 'tool_use', id: String(index), name, input: index % 2 ? input : withoutDiff });
          content.push({ type: 'tool_result', tool_use_id: String(index), content: other, is_error: true });
        }
        for (const role of ['user', 'assistant', 'system'] as const) {
          const shown = renderMessage(messageWith(content, role), { ...plain, isWhole, cwd: text });
          expect(HARMFUL.exec(shown)?.[0]).toBeUndefined();
        }
      }),
      { numRuns: 300 },
    );
  });

  it('and in no line of the header', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const facts = { id: text, title: text, cwd: text, model: text, version: text, startedAt: text, resume: text };
        expect(HARMFUL.exec(renderHeader(facts, plain))?.[0]).toBeUndefined();
      }),
    );
  });
});
