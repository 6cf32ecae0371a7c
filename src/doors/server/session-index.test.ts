import { expect, it } from 'vitest';
import type { SessionRow } from '../../archive/model/session-row.ts';
import type { SessionInfo } from '../../machine/sessions/session-info.ts';
import { indexKey } from './listed-head.ts';
import { createSessionIndex } from './session-index.ts';

const path = '/home/you/.gemini/tmp/p/chats/session-5b0f7c99.json';

it('has a file that tells no id once, by its name, whoever tells of it', () => {
  const info: SessionInfo = {
    agent: 'gemini',
    id: '',
    path,
    updatedAt: '2026-11-14T12:00:00.000Z',
    archived: false,
    compressed: false,
    size: 18,
    problems: [],
  };
  const row: SessionRow = {
    key: { agent: 'gemini', threadId: path, home: '/home/you/.gemini' },
    path,
    gone: false,
    archived: false,
    status: 'done',
    turns: 0,
    messages: 0,
    blocks: 0,
    tools: 0,
    errors: 0,
    problems: 1,
    size: 18,
  };
  const index = createSessionIndex({ userHome: '/home/you' });
  index.addInfo(info);
  index.addRow(row);
  expect([index.size, index.problems, index.bytes]).toEqual([1, 1, 18]);
  const entry = index.get('gemini/session-5b0f7c99.json');
  expect(entry).toMatchObject({ path, head: { id: 'session-5b0f7c99.json' }, stored: { session: row.key } });
  index.addInfo(info);
  index.dropFile(path);
  expect(index.get('gemini/session-5b0f7c99.json')?.head.gone).toBe(true);
});

it('makes no key with a path in it', () => {
  expect(indexKey('codex', 'one')).toBe('codex/one');
  expect(indexKey('gemini', path)).toBe('gemini/session-5b0f7c99.json');
  expect(indexKey('gemini', 'C:\\Users\\you\\chat.json')).toBe('gemini/chat.json');
});
