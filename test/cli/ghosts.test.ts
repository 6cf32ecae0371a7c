import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../archive/temp-archive.ts';
import { runCli } from './run-cli.ts';

const fixture = (path: string) => fileURLToPath(new URL(`../fixtures/${path}`, import.meta.url));
const LOGGED = 'b1241e4d-fdef-4994-ac76-408099de7eee';

/** A home of Claude Code with the log of prompts of a recorded terminal, and one session that is still there. */
function home(version = '2.1.325') {
  const folder = tempFolder('ghosts');
  const claude = join(folder, '.claude');
  cpSync(fixture('claude/2.1.325/s2/session'), claude, { recursive: true });
  cpSync(fixture(`prompt-log/${version}/claude/session/history.jsonl`), join(claude, 'history.jsonl'));
  const env = { HOME: folder, THREADLINE_HOME: join(folder, 'data'), CLAUDE_CONFIG_DIR: claude };
  return { folder, claude, env };
}

interface Row {
  id: string;
  ghost?: { prompts: number; assumed: boolean };
  gone: boolean;
  usage: unknown;
  resume_command: unknown;
  first_prompt: string | null;
}
async function rows(env: Record<string, string>, ...args: string[]): Promise<Row[]> {
  const { stdout } = await runCli(['sessions', '--json', ...args], { env });
  return JSON.parse(stdout).sessions;
}

describe('sessions of which only the prompts are left', () => {
  it('are listed with --ghosts alone, with their prompts and without usage or a command to resume', async () => {
    const { env } = home();
    expect((await rows(env)).some(({ ghost }) => ghost)).toBe(false);
    const [ghost, ...others] = (await rows(env, '--ghosts')).filter((row) => row.ghost);
    expect(others).toEqual([]);
    expect(ghost).toMatchObject({ id: LOGGED, gone: true, usage: null, resume_command: null });
    expect(ghost?.ghost).toEqual({ prompts: 9, assumed: false });
    const { stdout } = await runCli(['sessions', '--ghosts'], { env });
    expect(stdout).toContain('(prompts only) [[s3]] edit files');
  });

  it('are not those whose file is there', async () => {
    const { env, claude } = home();
    const [project = ''] = readdirSync(join(claude, 'projects'));
    const [file = ''] = readdirSync(join(claude, 'projects', project)).filter((name) => name.endsWith('.jsonl'));
    const id = file.replace('.jsonl', '');
    const log = readFileSync(join(claude, 'history.jsonl'), 'utf8').replaceAll(LOGGED, id);
    writeFileSync(join(claude, 'history.jsonl'), log);
    expect((await rows(env, '--ghosts')).filter((row) => row.ghost)).toEqual([]);
  });

  it('are assumed from the folder and the time where the log names no session', async () => {
    const { env } = home('1.0.128');
    const ghosts = (await rows(env, '--ghosts')).filter((row) => row.ghost);
    expect(ghosts).toHaveLength(1);
    // Three of eleven lines are doubles.
    expect(ghosts[0]?.ghost).toEqual({ prompts: 8, assumed: true });
    expect(ghosts[0]?.id).toMatch(/^prompts-[0-9a-f]{16}$/);
  });

  it('have a first prompt as long as others, however long the word is that was typed', async () => {
    const { env, claude } = home();
    const display = `${'x'.repeat(1999)}🎉${'x'.repeat(1_000_000)}`;
    const line = { display, pastedContents: {}, timestamp: 1, project: '/p', sessionId: 'one-word' };
    writeFileSync(join(claude, 'history.jsonl'), `${JSON.stringify(line)}\n`);
    const [ghost] = (await rows(env, '--ghosts')).filter((row) => row.ghost);
    expect(ghost?.first_prompt).toBe('x'.repeat(1999));
  });

  it('stay away where they were deleted, forgotten or excluded', async () => {
    const { env, folder, claude } = home();
    await runCli(['archive', 'index'], { env });
    const ghosts = async () => (await rows(env, '--ghosts')).filter((row) => row.ghost);
    expect(await ghosts()).toHaveLength(1);
    await runCli(['archive', 'exclude', '--project', '/home/user/project'], { env });
    expect(await ghosts()).toEqual([]);
    await runCli(['archive', 'exclude', '--project', '/home/user/project', '--undo'], { env });
    expect(await ghosts()).toHaveLength(1);
    const [project = ''] = readdirSync(join(claude, 'projects'));
    const copy = join(claude, 'projects', project, `${LOGGED}.jsonl`);
    const line = { type: 'user', sessionId: LOGGED, uuid: 'u', cwd: folder, message: { role: 'user', content: 'x' } };
    writeFileSync(copy, `${JSON.stringify({ ...line, timestamp: '2026-11-01T00:00:00.000Z' })}\n`);
    await runCli(['archive', 'index'], { env });
    await runCli(['archive', 'forget', `claude:${LOGGED}`, '--yes'], { env });
    rmSync(copy, { force: true });
    expect(await ghosts()).toEqual([]);
  });

  it('are searched with --ghosts alone', async () => {
    const { env } = home();
    const search = async (...args: string[]) => {
      const { stdout } = await runCli(['search', 'delegate', '--json', ...args], { env });
      return JSON.parse(stdout).hits;
    };
    expect(await search()).toEqual([]);
    expect(await search('--ghosts')).toMatchObject([{ agent: 'claude', id: LOGGED, ghost: true, match: 'delegate' }]);
    expect(await search()).toEqual([]);
    expect((await runCli(['search', 'x', '--ghosts', '--in', 'y'], { env })).exitCode).toBe(2);
    const text = await runCli(['search', 'delegate', '--ghosts'], { env });
    expect(text.stdout).toContain('only its prompts are left');
  });

  it('live with a log that is damaged, a folder, or missing', async () => {
    const { env, claude } = home();
    const log = join(claude, 'history.jsonl');
    writeFileSync(log, `{"display":\n[]\nnull\n{"display":{},"project":1}\n${'x'.repeat(100_000)}\n`);
    expect((await rows(env, '--ghosts')).filter((row) => row.ghost)).toEqual([]);
    rmSync(log);
    expect(await rows(env, '--ghosts')).toHaveLength(1);
    mkdirSync(log);
    expect(await rows(env, '--ghosts')).toHaveLength(1);
  });
});
