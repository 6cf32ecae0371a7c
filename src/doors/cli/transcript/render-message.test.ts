import fc from 'fast-check';
import { createEventReader, createMessageBuilder, type UnifiedMessage } from 'threadline';
import { describe, expect, it } from 'vitest';
import { bundledRecordings } from '../../../../test/fixtures.ts';
import { textWidth } from '../../../core/text/text-layout.ts';
import type { ThreadItem } from '../../../core/thread/item.ts';
import type { TranscriptLayout } from '../../../core/writers/transcript/layout.ts';
import { renderMessage } from '../../../core/writers/transcript/render-message.ts';
import { createStyle } from '../screen.ts';
import { renderHeader } from './header.ts';

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

describe('bold words', () => {
  const said = (text: string, layout: TranscriptLayout) => renderMessage(messageWith([{ type: 'text', text }]), layout);

  it('are bold on a terminal with colours, and as they were written anywhere else', () => {
    expect(said('a **bold word** here', coloured)).toContain('a \u001b[1mbold word\u001b[22m here');
    expect(said('a **bold word** here', plain)).toContain('a **bold word** here');
  });

  it.each(['2 ** 3 ** 4', 'f(**kwargs)', '****', '**', '** x **'])('are not in %s', (text) => {
    expect(said(text, coloured)).toContain(text);
  });

  it('are found in time in proportion to the text', () => {
    expect(said('**a '.repeat(20_000), { ...coloured, isWhole: true }).length).toBeGreaterThan(40_000);
  });
});

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

describe('what a person reads of', () => {
  const call = (name: string, input: Record<string, unknown>, content?: string, isError = false) =>
    messageWith([
      { type: 'tool_use', id: 'a', name, input },
      ...(content === undefined
        ? []
        : [{ type: 'tool_result', tool_use_id: 'a', content, is_error: isError } as const]),
    ]);
  const command: ThreadItem = {
    id: 'a',
    type: 'command_execution',
    command: 'x',
    aggregated_output: '',
    status: 'failed',
  };

  it.each([
    ['a failed command', { ...command, exit_code: 3 }, 'oh', '$ make\n  oh\n  failed, exit code 3'],
    ['one that says nothing else', { ...command, exit_code: 3 }, 'exit code 3', '$ make\n  failed, exit code 3'],
    [
      'one whose text begins with it',
      { ...command, exit_code: 3 },
      'Exit code 3\noh',
      '$ make\n  oh\n  failed, exit code 3',
    ],
    ['one that was not allowed', { ...command, status: 'declined' }, '', '$ make\n  declined'],
    ['one whose exit code nobody knows', command, '', '$ make\n  failed'],
  ])('%s', (_, item, content, shown) => {
    expect(renderMessage(call('Bash', { command: 'make' }, content, true), plain, item)).toBe(shown);
  });

  it.each([
    ['Read', { file_path: '/project/a.ts', absolute_path: '/project/a.ts' }, '◆ Read a.ts'],
    ['LS', { path: '/project', dir_path: '/project' }, '◆ LS /project'],
    ['Glob', { pattern: '**/*.ts' }, '◆ Glob **/*.ts'],
    ['Grep', { pattern: 'x', path: '/project/src', output_mode: 'content' }, '◆ Grep x · src'],
  ])('what was looked for: %s', (name, input, shown) => {
    expect(renderMessage(call(name, input, ''), { ...plain, cwd: '/project' })).toBe(shown);
  });

  it('a compaction', () => {
    const message = messageWith([{ type: 'text', text: 'SUMMARY: all is well' }], 'system');
    const item: ThreadItem = { id: 'c', type: 'compaction' };
    expect(renderMessage(message, plain, item)).toBe('≈ context compacted\n  SUMMARY: all is well');
    expect(renderMessage({ ...message, id: 't1.compaction.1' }, plain)).toContain('≈ context compacted');
    const silent = messageWith([{ type: 'text', text: 'Context compacted' }], 'system');
    expect(renderMessage(silent, plain, item)).toBe('≈ context compacted');
  });

  it('a plan that is a text: its Markdown, whole', () => {
    const text = `# Title\n\n## Steps\n${'- one step\n'.repeat(30)}`;
    const shown = renderMessage(call('plan', { text }, ''), plain);
    expect(shown).toContain('≡ plan\n  # Title\n\n  ## Steps\n  - one step\n');
    expect(shown.match(/- one step/g)).toHaveLength(30);
  });

  it('a script: its lines, and what came of it without the notes above', () => {
    const output = 'Script completed\nWall time 0.1 seconds\nOutput:\nhello\n';
    expect(renderMessage(call('exec', { input: 'const a = 1;\ntext(a);\n' }, output), plain)).toBe(
      '◆ exec\n  │ const a = 1;\n  │ text(a);\n  hello',
    );
  });

  it.each([
    ['', '… waited'],
    ['\x03', '… sent "^C"'],
    ['yes\n', '… sent "yes\\n"'],
    ['\x1b[A', '… sent "^[[A"'],
  ])('what was typed into a program: %j', (chars, shown) => {
    expect(renderMessage(call('write_stdin', { session_id: 1, chars }, 'Chunk ID: 1\nOutput:\nx'), plain)).toBe(shown);
  });

  it('questions to the person, and the answers', () => {
    const questions = [
      { id: 'db', question: 'Which?', options: [{ label: 'A', description: 'the first' }, { label: 'B' }] },
    ];
    const answers = JSON.stringify({ answers: { db: { answers: ['A'] } } });
    expect(renderMessage(call('request_user_input', { questions }, answers), plain)).toBe(
      '? Which?\n  - A: the first\n  - B\n  › A',
    );
    expect(renderMessage(call('request_user_input', { questions }, 'no answer'), plain)).toContain('  no answer');
  });

  it('an agent that was started: its name', () => {
    const item: ThreadItem = {
      id: 'a',
      type: 'collab_tool_call',
      tool: 'spawn_agent',
      receiver_thread_ids: [],
      agents_states: {},
      status: 'completed',
      new_agent_nickname: 'Kepler',
    };
    const message = call('Task', { description: 'spawn_agent', prompt: 'count' }, '');
    expect(renderMessage(message, plain, item)).toBe('◆ agent · spawn_agent · Kepler count');
  });

  it('an error of a service: its sentence', () => {
    const text = '{"error":{"message":"no such model","type":"invalid_request_error"}}';
    expect(renderMessage(messageWith([{ type: 'text', text }], 'system'), plain)).toBe('! no such model');
  });

  it('a prompt of thousands of lines: its beginning and its end', () => {
    const text = Array.from({ length: 2000 }, (_, index) => `line ${index}`).join('\n');
    const message = messageWith([{ type: 'text', text }], 'user');
    const lines = renderMessage(message, plain).split('\n');
    expect(lines).toHaveLength(33);
    expect(lines[24]).toBe('  … 1968 more lines (--all shows them)');
    expect(renderMessage(message, { ...plain, isWhole: true }).split('\n')).toHaveLength(2000);
  });

  it.each(['x', '日', '\t', '\r'])('200 000 of %j in any place, at once', (character) => {
    const text = character.repeat(200_000);
    for (const isWhole of [true, false]) {
      for (const message of [
        messageWith([{ type: 'text', text }]),
        messageWith([{ type: 'text', text }], 'user'),
        messageWith([{ type: 'thinking', thinking: text }]),
        call('Bash', { command: text }, text),
        call('mcp__a__b', { value: text, other: 1 }, text),
        call('Edit', { file_path: text, diff: text }, ''),
      ]) {
        expect(renderMessage(message, { ...plain, isWhole })).not.toBe('');
      }
    }
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
        const facts = {
          id: text,
          title: text,
          cwd: text,
          model: text,
          cliVersion: text,
          createdAt: text,
          resume: text,
        };
        expect(HARMFUL.exec(renderHeader(facts, plain))?.[0]).toBeUndefined();
      }),
    );
  });
});
