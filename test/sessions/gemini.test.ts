import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findSession, listSessions, loadSession, openSession, type SessionProblem } from 'threadline/sessions';
import { describe, expect, it } from 'vitest';
import { tempHome } from './temp-home.ts';

const fixtures = fileURLToPath(new URL('../fixtures/gemini/', import.meta.url));

/** A home with what recordings left in theirs. */
function home(...recordings: string[]) {
  const made = tempHome();
  for (const recording of recordings) cpSync(join(fixtures, recording, 'session'), made.path, { recursive: true });
  return made;
}

async function list(path: string) {
  const problems: SessionProblem[] = [];
  const sessions = await listSessions({
    homes: [path],
    agent: 'gemini',
    onProblem: (problem) => problems.push(problem),
  });
  return { sessions, problems };
}

const header = (id: string) =>
  `{"sessionId":"${id}","projectHash":"h","startTime":"2026-11-15T07:00:00.000Z","kind":"main"}\n`;
const prompt = '{"id":"1","timestamp":"2026-11-15T07:00:01.000Z","type":"user","content":[{"text":"Hi"}]}\n';
const ID = '31139810-3467-8ba7-8d10-99a27a0994b9';
const chat = (project: string, minute: string, ending = '.jsonl') =>
  `tmp/${project}/chats/session-2026-11-15T${minute}-31139810${ending}`;

describe('the sessions of Gemini CLI', () => {
  it('tell where they were, how they began and what they are called', async () => {
    const { sessions, problems } = await list(home('0.61.0/s8').path);
    expect(problems).toEqual([]);
    expect(sessions).toMatchObject([
      {
        agent: 'gemini',
        id: 'dda32530-0b24-415e-bc0a-8f32954cc1c3',
        cwd: '/home/user/project',
        firstPrompt: '[[s8a]] first',
        title: 'mock aux answer',
        model: 'gemini-2.5-flash',
        createdAt: '2026-11-15T07:32:44.428Z',
      },
    ]);
  });

  it('are documents up to 0.38, whose name stands in their head', async () => {
    const { sessions } = await list(home('0.30.0/s8').path);
    expect(sessions).toMatchObject([
      { title: 'mock aux answer', firstPrompt: '[[s8a]] first', cwd: '/home/user/project' },
    ]);
    expect((await list(home('0.11.3/s2').path)).sessions).toMatchObject([{ firstPrompt: '[[s2]] run commands' }]);
  });

  it.each(['0.38.0/s11', '0.61.0/s11'])('have their sub-agents as children: %s', async (recording) => {
    const { sessions } = await list(home(recording).path);
    const [child] = sessions.filter(({ parentId }) => parentId !== undefined);
    const [parent] = sessions.filter(({ parentId }) => parentId === undefined);
    expect(sessions).toHaveLength(2);
    expect(child).toMatchObject({ parentId: parent?.id, source: 'subagent' });
    expect(child?.title).toBeUndefined();
  });

  it('are found by their id, which the name of a file holds only the beginning of', async () => {
    const { path } = home('0.61.0/s8', '0.61.0/s1');
    const id = 'dda32530-0b24-415e-bc0a-8f32954cc1c3';
    expect(await findSession(id, { homes: [path] })).toMatchObject({ id });
    expect(await findSession(`gemini:${id}`, { homes: [path] })).toMatchObject({ id });
    expect((await loadSession(`gemini:${id}`, { homes: [path] })).map(({ id: message }) => message)).toEqual([
      't1.user.1',
      't1.text.1',
      't2.user.1',
      't2.text.1',
      't3.user.1',
      't3.text.1',
    ]);
  });

  it('are told by the path of their chat, too', async () => {
    const made = home('0.61.0/s1');
    const [session] = (await list(made.path)).sessions;
    const opened = await openSession({ path: session?.path ?? '' });
    expect(opened.info).toMatchObject({ agent: 'gemini', id: session?.id, home: made.path, cwd: '/home/user/project' });
  });

  it('are listed once, though a resume leaves twins without a turn', async () => {
    const made = tempHome();
    made.write(chat('p', '10-00'), header(ID) + prompt);
    made.write(chat('p', '12-59'), header(ID));
    made.write(chat('q', '13-12'), header('31139810-0000-8ba7-8d10-99a27a0994b9') + prompt);
    const { sessions } = await list(made.path);
    expect(sessions.map(({ path }) => path.slice(made.path.length + 1)).sort()).toEqual([
      chat('p', '10-00'),
      chat('q', '13-12'),
    ]);
  });

  it('go on as lines beside the document that they were, which then yields', async () => {
    const made = home('0.61.0/migrate');
    const { sessions } = await list(made.path);
    expect(sessions.map(({ path }) => path.slice(-6))).toEqual(['.jsonl']);
  });

  it('know the folder of a project whose name is a hash by the list of projects', async () => {
    const made = tempHome();
    const hash = '9dad1e4e08b0b11cbcd860257e8bdfa6b8e5f01790e10a6a0b1f4870c13e686b';
    made.write(chat(hash, '10-00'), header(ID) + prompt);
    expect((await list(made.path)).sessions[0]?.cwd).toBeUndefined();
    made.write('projects.json', '{"projects":{"/home/user/project":"project"}}');
    expect((await list(made.path)).sessions[0]?.cwd).toBe('/home/user/project');
  });

  it('are kept below the folder that GEMINI_CLI_HOME names', async () => {
    const made = tempHome();
    made.write(`.gemini/${chat('p', '10-00')}`, header(ID) + prompt);
    const env = { GEMINI_CLI_HOME: made.path, HOME: '/nowhere' };
    expect(await listSessions({ env, agent: 'gemini' })).toMatchObject([{ id: ID }]);
    expect(await listSessions({ env: { HOME: made.path }, agent: 'gemini' })).toMatchObject([{ id: ID }]);
  });

  it('are none of the other files that Gemini keeps', async () => {
    const made = tempHome();
    for (const path of [
      'tmp/p/logs.json',
      'tmp/p/chats/notes.json',
      'tmp/p/checkpoints/session-a.json',
      'tmp/readme',
    ]) {
      made.write(path, header(ID) + prompt);
    }
    expect(await list(made.path)).toEqual({ sessions: [], problems: [] });
  });
});
