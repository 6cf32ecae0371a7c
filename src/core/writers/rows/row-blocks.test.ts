import { expect, it } from 'vitest';
import type { UnifiedMessage } from '../../messages/message.ts';
import { rowFace } from './row-blocks.ts';

function face(text: string, fields: Partial<UnifiedMessage> = {}) {
  const message: UnifiedMessage = {
    id: 'm',
    role: 'user',
    content: [{ type: 'text', text }],
    timestamp: 0,
    tool: 'claude',
    ...fields,
  };
  return rowFace(message, undefined, { cut: (whole) => ({ text: whole }), imageName: () => 'image' });
}

it('a prompt has the typed words, and what an editor added beside them', () => {
  const { kind, blocks } = face('<ide_selection>line 3</ide_selection>\nwhy?');
  expect(kind).toBe('prompt');
  expect(blocks).toEqual([
    { type: 'plain', text: { text: 'why?' } },
    { type: 'note', kind: 'ide_selection', text: { text: 'line 3' } },
  ]);
});

it('a slash command names itself, and its output is no prompt', () => {
  const typed = '<command-name>/compact</command-name><command-args>keep it short</command-args>';
  expect(face(typed).blocks).toEqual([
    { type: 'plain', text: { text: '/compact keep it short' }, command: '/compact' },
  ]);
  const { kind, blocks } = face('<local-command-stdout>Compacted</local-command-stdout>');
  expect({ kind, blocks }).toEqual({ kind: 'context', blocks: [{ type: 'plain', text: { text: 'Compacted' } }] });
});

it('the task of a sub-agent is no prompt of a person', () => {
  expect(face('count the files', { parent: 'call' }).kind).toBe('context');
});

it('several edits of one file in one call are one change', () => {
  const edits = [
    { old_string: 'one', new_string: 'eins' },
    { old_string: 'two\n', new_string: '' },
  ];
  const input = { file_path: 'README.md', edits };
  const { kind, blocks } = face('', {
    role: 'assistant',
    content: [{ type: 'tool_use', id: 'c', name: 'MultiEdit', input }],
  });
  expect(kind).toBe('change');
  expect(blocks).toEqual([
    expect.objectContaining({ type: 'diff', path: 'README.md', add: 1, del: 2, diff: { text: '-one\n+eins\n-two\n' } }),
  ]);
});
