import { once } from 'node:events';
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { claudeSession, codexHead, codexId, codexTurn, madeHome } from '../archive/made-home.ts';
import { runCli, startCli } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const { path: folder } = temporaryFolder();
const home = madeHome(join(folder, 'codex'));
const claude = join(folder, 'claude');
const data = join(folder, 'data');
const socketFile = join(data, 'search.sock');
const env = { THREADLINE_HOME: data, CODEX_HOME: home.path, CLAUDE_CONFIG_DIR: claude, HOME: folder, TZ: 'UTC' };
for (let number = 1; number < 30; number += 1) {
  const said = {
    ask: `why a deadlock ${number}`,
    result: `pool.ts:${number}: lock\u001b[31m 世界`,
    answer: 'Two locks.',
  };
  home.write(number, codexHead(codexId(number), { cwd: '/work/pool' }) + codexTurn(number, said));
}
claudeSession(claude, '5e5510e5-0000-4000-8000-000000000001', ['A naïve question', 'deadlock again, in Claude']);

const search = async (args: readonly string[], more: Record<string, string> = {}) => {
  const { exitCode, stdout, stderr } = await runCli(['search', ...args], { env: { ...env, ...more } });
  // The minute may end in between.
  return { exitCode, stdout, stderr: stderr.replace(/as of \S+ \d\d:\d\d/, 'as of now') };
};

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const greeting = { threadline: 1, version, folder: data, homes: null, variables: { HOME: folder } };
const hit = {
  session: { agent: 'codex', threadId: 'made-up', home: '' },
  ...{ title: 'made up \u001b]0;x\u0007', gone: false, message: 'm1', seq: 0, role: 'user', kind: 'text', at: 0 },
  ...{ before: 'by ', match: 'another', after: ' process' },
};
const answer = { hits: [hit], more: false, searched: { sessions: 1, of: 1 }, freshAt: 0 };
const line = (value: unknown) => `${JSON.stringify(value)}\n`;

/** A program behind the socket that does what a test says. */
async function pretend(serve: (socket: Socket) => void): Promise<void> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    serve(socket);
  });
  rmSync(socketFile, { force: true });
  server.listen(socketFile);
  await once(server, 'listening');
  chmodSync(socketFile, 0o600);
  closing.push(() => server.close());
}

const closing: (() => void)[] = [];
const well = (socket: Socket) => {
  socket.write(line(greeting));
  socket.once('data', () => socket.write(line(answer)));
};

/** Without another process. */
let own: Awaited<ReturnType<typeof search>>;
beforeAll(async () => {
  await search(['deadlock']);
  own = await search(['deadlock']);
});
afterEach(() => {
  for (const close of closing.splice(0)) close();
  rmSync(socketFile, { force: true });
  chmodSync(data, 0o700);
});
afterAll(() => rmSync(data, { recursive: true, force: true }));

describe.skipIf(process.platform === 'win32')('a search beside a process that keeps the archive up to date', () => {
  it('is answered by it, if it is private to this user and reads the same homes', async () => {
    await pretend(well);
    const { stdout, exitCode } = await search(['deadlock']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('codex:made-up');
    expect(stdout).toContain('made up \\x1b]0;x\\x07');
  });

  it.each([
    ['the socket is open to others', () => chmodSync(socketFile, 0o666), {}],
    ['its folder is open to others', () => chmodSync(data, 0o755), {}],
    [
      'the environment has another home',
      () => {},
      { CODEX_HOME: home.path, THREADLINE_HOME: data, HOME: `${folder}/.` },
    ],
  ])('is not answered by it where %s', async (_, change, more) => {
    await pretend(well);
    change();
    expect((await search(['deadlock'], more)).stdout).toBe(own.stdout);
  });

  it.each([
    ['is of another version', (socket: Socket) => socket.write(line({ ...greeting, version: '0.0.1' }))],
    ['has another archive', (socket: Socket) => socket.write(line({ ...greeting, folder: '/elsewhere' }))],
    ['was given homes', (socket: Socket) => socket.write(line({ ...greeting, homes: [home.path] }))],
    [
      'has a home by a relative name',
      (socket: Socket) => socket.write(line({ ...greeting, variables: { TZ: 'UTC' } })),
    ],
    ['never greets', () => {}],
    ['greets with what is no JSON', (socket: Socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['ends before it greets', (socket: Socket) => socket.destroy()],
    ['is killed within its answer', answerWith((socket) => socket.end(line(answer).slice(0, 50)))],
    ['refuses', answerWith((socket) => socket.write(line({ refused: true })))],
    ['answers with odd hits', answerWith((socket) => socket.write(line({ ...answer, hits: [{ toString: 0 }] })))],
    [
      'answers with a number for a text',
      answerWith((socket) => socket.write(line({ ...answer, hits: [{ ...hit, title: 1 }] }))),
    ],
    ['answers null', answerWith((socket) => socket.write('null\n'))],
  ])('searches by itself where it %s', async (_, serve) => {
    await pretend(serve);
    expect(await search(['deadlock'])).toEqual(own);
  });

  it('searches by itself where a socket, a file or a folder was left behind', async () => {
    await pretend(well);
    const [close] = closing.splice(0);
    const kept = `${socketFile}.kept`;
    // Node removes its socket; a process that was killed does not.
    rmSync(kept, { force: true });
    const { linkSync, renameSync } = await import('node:fs');
    linkSync(socketFile, kept);
    close?.();
    await vi.waitFor(() => expect(existsSync(socketFile)).toBe(false));
    renameSync(kept, socketFile);
    expect(await search(['deadlock'])).toEqual(own);
    rmSync(socketFile);
    writeFileSync(socketFile, line(greeting), { mode: 0o600 });
    expect(await search(['deadlock'])).toEqual(own);
    rmSync(socketFile);
    mkdirSync(socketFile, { mode: 0o700 });
    expect(await search(['deadlock'])).toEqual(own);
    rmSync(socketFile, { recursive: true });
  });

  it('prints, byte for byte, what it would print by itself', { timeout: 120_000 }, async () => {
    const asked = [
      ['deadlock'],
      ['deadlock', '--json', '--limit', '40'],
      ['deadlok'],
      ['deadlok', '--json'],
      ['--exact', 'eadloc', '--agent', 'codex'],
      ['--exact', '界', '--kind', 'tool_result'],
      ['--phrase', 'why a deadlock', '--since', '2026-01-01', '--color', 'always'],
      ['deadlock', 'locks', '--best', '--project', 'pool'],
      ['naive', '--until', '2000-01-01'],
      ['/dead.*lock/'],
    ];
    const alone = [];
    for (const args of asked) alone.push(await search(args));
    const child = startCli(['tail', '--all'], { env });
    try {
      await vi.waitFor(() => expect(existsSync(socketFile)).toBe(true), 20_000);
      expect(lstatSync(socketFile).mode & 0o777).toBe(0o600);
      for (const [index, args] of asked.entries()) expect(await search(args)).toEqual(alone[index]);
      // What was written a moment ago is found.
      home.write(40, codexHead(codexId(40)) + codexTurn(40, { ask: 'zyzzyva', result: '', answer: '' }));
      expect((await search(['zyzzyva'])).stdout).toContain(codexId(40));
      home.remove(40);
    } finally {
      child.kill('SIGINT');
      await once(child, 'exit');
    }
    expect(existsSync(socketFile)).toBe(false);
  });

  it('says what is wrong with its arguments by itself', async () => {
    await pretend(well);
    expect((await search(['deadlock', '--limit', '0'])).exitCode).toBe(2);
    expect((await search(['deadlock', '--agent', 'codx'])).stderr).toContain("did you mean 'codex'");
    expect((await search(['/(/'])).exitCode).toBe(2);
  });
});

function answerWith(send: (socket: Socket) => void): (socket: Socket) => void {
  return (socket) => {
    socket.write(line(greeting));
    socket.once('data', () => send(socket));
  };
}
