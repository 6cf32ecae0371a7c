import { describe, expect, it } from 'vitest';
import { textWidth } from '../../../core/text/text-layout.ts';
import type { SessionInfo } from '../../../machine/sessions/index.ts';
import { createStyle } from '../screen.ts';
import { createPicker } from './picker.ts';

function info(id: string, fields: Partial<SessionInfo> = {}): SessionInfo {
  const usual = {
    path: `/${id}`,
    updatedAt: '2026-11-15T07:08:00Z',
    archived: false,
    compressed: false,
    size: 1,
    problems: [],
  };
  return { agent: 'codex', id, firstPrompt: `prompt ${id}`, cwd: '/work', home: '/home', ...usual, ...fields };
}

const screen = { columns: 40, style: createStyle(false) };
const DOWN = '\x1b[B';
const UP = '\x1b[A';

describe('a list to choose from', () => {
  it('chooses by keys, whole escape sequences at a time', () => {
    const sessions = [info('a'), info('b'), info('c')];
    expect(createPicker(sessions).type('\r')).toBe(sessions[0]);
    expect(createPicker(sessions).type(`${DOWN}${DOWN}${DOWN}${UP}\r`)).toBe(sessions[1]);
    expect(createPicker(sessions).type('\x1b[6~\n')).toBe(sessions[2]);
    for (const end of ['\x1b', '\x03', '\x04']) expect(createPicker(sessions).type(`${DOWN}${end}`)).toBe('ended');
    expect(createPicker(sessions).type('\x1b[200~\x1b[1;5C\t')).toBeUndefined();
  });

  it('is narrowed by what is typed: titles, folders, tags, notes, ids', () => {
    const sessions = [
      info('a', { tags: ['Incident'] }),
      info('b', { title: 'Dead 🧵 lock' }),
      info('c', { note: 'see b' }),
    ];
    const chosen = (text: string) => createPicker(sessions).type(`${text}\r`);
    expect(chosen('incid')).toBe(sessions[0]);
    expect(chosen('lock dead')).toBe(sessions[1]);
    expect(chosen('🧵')).toBe(sessions[1]);
    expect(chosen('zz\x7f\x7fsee')).toBe(sessions[2]);
    expect(chosen('nothing at all')).toBeUndefined();
    expect(chosen('zz\x15')).toBe(sessions[0]);
    expect(createPicker(sessions).type('x'.repeat(100_000))).toBeUndefined();
  });

  it('stays within the screen and writes no escape of a session, of whatever length', () => {
    const odd = info('\x1b[2J', {
      title: '\x1b]0;title\x07\n'.repeat(10_000),
      note: '日本語'.repeat(10_000),
      firstPrompt: 'x'.repeat(100_000),
    });
    const picker = createPicker([odd, ...Array.from({ length: 500 }, (_, n) => info(String(n)))]);
    for (const rows of [1, 3, 12, 50]) {
      const lines = picker.lines(screen, rows);
      expect(lines.length).toBeLessThanOrEqual(rows);
      for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(screen.columns);
      expect(lines.join('')).not.toMatch(/\p{Cc}/u);
    }
    picker.type('\x1b[6~\x1b[6~');
    expect(picker.lines(screen, 20).some((line) => line.startsWith('› '))).toBe(true);
    picker.type('no such thing');
    expect(picker.lines(screen, 20).join('\n')).toContain('no session is like that');
  });
});
