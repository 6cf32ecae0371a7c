import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listSessions, loadSession, openSession } from 'threadline/sessions';
import { describe, expect, it } from 'vitest';
import { claudeHomes } from '../../src/machine/sessions/stores/claude/homes.ts';
import { tempHome } from './temp-home.ts';

const fixtures = fileURLToPath(new URL('../fixtures/claude/', import.meta.url));
const ID = '11111111-2222-4333-8444-555555555555';
const PROJECT = 'projects/-home-user-project';

function recorded(recording: string) {
  const home = tempHome();
  cpSync(join(fixtures, recording, 'session'), home.path, { recursive: true });
  return home;
}
const list = (...homes: string[]) => listSessions({ homes, agent: 'claude' });

const common = { sessionId: ID, cwd: '/p', version: '9.9.9' };
const typed = (uuid: string, content: string, more: object = {}) =>
  `${JSON.stringify({ ...common, type: 'user', uuid, parentUuid: null, message: { role: 'user', content }, ...more })}\n`;

describe('the sessions of Claude Code', () => {
  it('are listed with what their files tell', async () => {
    const home = recorded('2.1.325/s2');
    const [session] = await list(home.path);
    expect(session).toMatchObject({
      agent: 'claude',
      cwd: '/home/user/project',
      firstPrompt: '[[s2]] run commands',
      model: 'claude-opus-5-5',
      cliVersion: '2.1.325',
      source: 'sdk-cli',
      problems: [],
    });
    expect(session?.path).toContain(session?.id);
  });

  it('have their sub-agents as children', async () => {
    const home = recorded('2.1.20/s11');
    const sessions = await list(home.path);
    const parent = sessions.find(({ parentId }) => parentId === undefined);
    const children = sessions.filter(({ parentId }) => parentId !== undefined);
    expect(children).toHaveLength(3);
    expect(children.every(({ parentId, source }) => parentId === parent?.id && source === 'subagent')).toBe(true);
  });

  it('have as children sub-agents whose files stand beside them, but none that was only warmed up', async () => {
    const home = tempHome();
    home.write(`${PROJECT}/${ID}.jsonl`, typed('a', 'hello'));
    const side = { isSidechain: true, agentId: 'a1b2c3d' };
    home.write(`${PROJECT}/agent-a1b2c3d.jsonl`, typed('b', 'count', side));
    home.write(`${PROJECT}/agent-f0f0f0f.jsonl`, typed('c', 'Warmup', { ...side, agentId: 'f0f0f0f' }));
    home.write(`${PROJECT}/99999999-2222-4333-8444-555555555555.jsonl`, '');
    const sessions = await list(home.path);
    expect(sessions.map(({ id, parentId }) => [id, parentId]).sort()).toEqual([
      [ID, undefined],
      ['a1b2c3d', ID],
    ]);
  });

  it.each([
    [
      'the user’s name before the model’s',
      [
        ['custom-title', 'customTitle'],
        ['ai-title', 'aiTitle'],
      ],
      'by custom-title',
    ],
    ['the model’s name', [['ai-title', 'aiTitle']], 'by ai-title'],
    ['the first prompt, without what the CLI put round it', [], undefined],
  ])('are titled by %s', async (_what, names, title) => {
    const home = tempHome();
    const lines = names.map(
      ([type = '', field = '']) => `${JSON.stringify({ type, [field]: `by ${type}`, sessionId: ID })}\n`,
    );
    const prompt = typed('a', '<command-name>/review</command-name><command-args>src</command-args>');
    home.write(`${PROJECT}/${ID}.jsonl`, [prompt, ...lines].join(''));
    const [session] = await list(home.path);
    expect(session?.title).toBe(title);
    expect(session?.firstPrompt).toBe('/review src');
  });

  it('are titled by a summary of their own, not by one of another session', async () => {
    const home = tempHome();
    const summary = (text: string, leafUuid: string) =>
      `${JSON.stringify({ type: 'summary', summary: text, leafUuid })}\n`;
    home.write(`${PROJECT}/${ID}.jsonl`, summary('of another', 'zzz') + typed('a', 'hello'));
    expect((await list(home.path))[0]?.title).toBeUndefined();
    home.write(`${PROJECT}/${ID}.jsonl`, summary('of another', 'zzz') + typed('a', 'hello') + summary('its own', 'a'));
    expect((await list(home.path))[0]?.title).toBe('its own');
  });

  it('are told apart by their homes where two have the same id', async () => {
    const [one, other] = [recorded('2.1.325/s2'), recorded('2.1.325/s2')];
    const sessions = await list(one.path, other.path);
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(1);
    expect(new Set(sessions.map(({ home }) => home))).toEqual(new Set([one.path, other.path]));
  });

  it('load by agent and id, as messages with Claude’s own ids', async () => {
    const home = recorded('2.1.325/s2');
    const [session] = await list(home.path);
    const messages = await loadSession(`claude:${session?.id}`, { homes: [home.path] });
    expect(messages.some(({ id }) => id.startsWith('msg_'))).toBe(true);
    expect(messages.every(({ tool }) => tool === 'claude')).toBe(true);
  });
});

describe('an output that Claude Code put into a file of its own', () => {
  const preview = (path: string) =>
    `<persisted-output>\nOutput too large. Full output saved to: ${path}\n\nPreview:\nab`;

  it('is found in the session’s own folder, whatever folder the text names', async () => {
    const home = tempHome();
    home.write(`${PROJECT}/${ID}.jsonl`, typed('a', 'hello'));
    home.write(`${PROJECT}/${ID}/tool-results/b1.txt`, 'all of it');
    const session = await openSession(`claude:${ID}`, { homes: [home.path] });
    expect(session.wholeOutput(preview('/elsewhere/tool-results/b1.txt'))).toBe('all of it');
    expect(session.wholeOutput(preview('C:\\x\\b1.txt'))).toBe('all of it');
  });

  it('is looked for nowhere else', async () => {
    const home = tempHome();
    home.write(`${PROJECT}/${ID}.jsonl`, typed('a', 'hello'));
    home.write(`${PROJECT}/secret.txt`, 'secret');
    mkdirSync(join(home.path, PROJECT, ID, 'tool-results'), { recursive: true });
    symlinkSync(join(home.path, PROJECT, 'secret.txt'), join(home.path, PROJECT, ID, 'tool-results/link.txt'));
    const { wholeOutput } = await openSession(`claude:${ID}`, { homes: [home.path] });
    for (const path of ['/a/gone.txt', '../../secret.txt', '..', '', 'link.txt', 'a\0b.txt']) {
      expect(wholeOutput(preview(path)), path).toBeUndefined();
    }
    expect(wholeOutput('no preview')).toBeUndefined();
  });
});

describe('the homes of Claude Code', () => {
  it('are those that CLAUDE_CONFIG_DIR lists, else the usual two and those of the desktop app', () => {
    expect(claudeHomes({ CLAUDE_CONFIG_DIR: '/a, /b' })).toEqual({ paths: ['/a', '/b'], isNamed: true });
    expect(claudeHomes({ HOME: '/h' })).toMatchObject({ isNamed: false });
    expect(claudeHomes({ HOME: '/h' }).paths.slice(0, 2)).toEqual(['/h/.claude', '/h/.config/claude']);
    expect(claudeHomes({ HOME: '/h', XDG_CONFIG_HOME: '/x' }).paths.slice(0, 2)).toEqual(['/h/.claude', '/x/claude']);
  });
});
