import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEventReader, createMessageBuilder } from 'threadline';
import { listSessions } from 'threadline/sessions';
import { describe, expect, it } from 'vitest';
import { claudeHomes } from '../../src/machine/sessions/stores/claude/homes.ts';
import { tempHome } from './temp-home.ts';

/** The desktop app is known by description alone: its folders hold recordings of the terminal's program. */
const fixtures = fileURLToPath(new URL('../fixtures/claude/', import.meta.url));
const ACCOUNT = '11111111-1111-4111-8111-111111111111/22222222-2222-4222-8222-222222222222';
const STORAGE = 'local_33333333-3333-4333-8333-333333333333';

function appData(record: unknown, place = ACCOUNT) {
  const home = tempHome();
  const storage = join(home.path, place, STORAGE);
  mkdirSync(storage, { recursive: true });
  cpSync(join(fixtures, '2.1.325/s2/session'), join(storage, '.claude'), { recursive: true });
  const [project = ''] = readdirSync(join(storage, '.claude/projects'));
  const [file = ''] = readdirSync(join(storage, '.claude/projects', project)).filter((name) => name.endsWith('.jsonl'));
  const id = file.replace('.jsonl', '');
  const text = typeof record === 'string' ? record : JSON.stringify({ cliSessionId: id, ...(record as object) });
  writeFileSync(`${storage}.json`, text);
  return { path: home.path, storage, id };
}
const list = (path: string) => listSessions({ homes: [path], agent: 'claude' });

describe('the sessions of the desktop app', () => {
  it('are listed with the title and the folder of the app’s record', async () => {
    const { path, id } = appData({ title: 'Sort the invoices', userSelectedFolders: ['/Users/me/Invoices'] });
    const sessions = await list(path);
    expect(sessions).toMatchObject([{ id, title: 'Sort the invoices', cwd: '/Users/me/Invoices', archived: false }]);
  });

  it('are listed without a record, or with one that is no record', async () => {
    for (const record of ['', '{', '[]', { title: { toString: 0 }, userSelectedFolders: 'x', isArchived: 'yes' }]) {
      const { path, id } = appData(record);
      expect(await list(path)).toMatchObject([{ id, cwd: '/home/user/project', archived: false }]);
    }
  });

  it('do not have the title of another transcript of the record', async () => {
    const { path, id } = appData({ cliSessionId: '44444444-4444-4444-8444-444444444444', title: 'Another' });
    const [session] = await list(path);
    expect(session?.id).toBe(id);
    expect(session?.title).not.toBe('Another');
  });

  it('are archived where the record says so, and found among the app’s other agents', async () => {
    const { path, id } = appData({ isArchived: true }, join(ACCOUNT, 'agent'));
    expect(await list(path)).toMatchObject([{ id, archived: true }]);
  });

  it('are only looked for below accounts, and never behind a link', async () => {
    expect(await list(appData({}, 'skills-plugin/x').path)).toEqual([]);
    const { path, storage } = appData({});
    const other = tempHome().path;
    mkdirSync(join(other, dirname(ACCOUNT)), { recursive: true });
    symlinkSync(dirname(storage), join(other, ACCOUNT));
    expect(await list(other)).toEqual([]);
    expect(await list(path)).toHaveLength(1);
  });

  it('are looked for in the app’s own folder where no variable names a home', () => {
    const { paths, isNamed } = claudeHomes({ HOME: '/home/me' });
    expect(isNamed).toBe(false);
    expect(paths).toContain('/home/me/.config/Claude/local-agent-mode-sessions');
    expect(paths).toContain('/home/me/Library/Application Support/Claude/local-agent-mode-sessions');
    expect(claudeHomes({ HOME: '/home/me', CLAUDE_CONFIG_DIR: '/c' }).paths).toEqual(['/c']);
  });

  it('have the commands of their virtual machine as commands', () => {
    const line = (content: unknown, more: object) =>
      `${JSON.stringify({ sessionId: 's', uuid: `u${JSON.stringify(content).length}`, ...more, message: { role: more && 'type' in more ? more.type : '', content } })}\n`;
    const call = { type: 'tool_use', id: 'c1', name: 'mcp__workspace__bash', input: { command: 'ls' } };
    const reader = createEventReader({ wire: 'claude-project' });
    const text = line([call], { type: 'assistant', parentUuid: null });
    const outcomes = [...reader.push(text), ...reader.end()];
    const builder = createMessageBuilder();
    const events = outcomes.flatMap((outcome) => (outcome.ok ? outcome.events : []));
    for (const event of events) builder.push(event);
    expect(JSON.stringify(events)).toContain('"type":"command_execution"');
    expect(JSON.stringify(builder.messages)).toContain('"name":"Bash"');
  });
});
