import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCodexAgent, createLocalSandbox, type FolderSandbox, runChat } from 'threadline/chat';
import { afterAll, describe, expect, it } from 'vitest';
import { canFindProcesses, createMark, findMarked, MARK, waitUntilGone } from '../../../test/run/marked-processes.ts';

const fakeCodex = fileURLToPath(new URL('../../../test/fakes/codex-recording.mjs', import.meta.url));
const NO_PROCESSES = 'the processes of this system cannot be looked at';

const sandboxes = createLocalSandbox();
afterAll(() => sandboxes.dispose());

const create = (snapshotId = sandboxes.baseSnapshotId) =>
  sandboxes.create({ source: { type: 'snapshot', snapshotId } });
const node = (script: string) => ({ cmd: process.execPath, args: ['-e', script] });
const output = async (
  sandbox: FolderSandbox,
  options: { cmd: string; args?: string[]; env?: Record<string, string> },
) => (await sandbox.runCommand(options)).stdout();

describe('createLocalSandbox', () => {
  it('runs commands in a folder and a home of their own', async () => {
    const sandbox = await create();
    const [cwd, home] = JSON.parse(
      await output(sandbox, node('console.log(JSON.stringify([process.cwd(), process.env.HOME]))')),
    );
    expect(cwd).toBe(sandbox.cwd);
    expect(home).not.toBe(process.env.HOME);
    expect((await create()).cwd).not.toBe(cwd);
  });

  it('gives commands no variable that was not allowed', async () => {
    process.env.THREADLINE_SECRET = 'secret';
    process.env.THREADLINE_PUBLIC = 'public';
    const open = createLocalSandbox({ inheritEnv: ['THREADLINE_PUBLIC'] });
    const sandbox = await open.create({ source: { type: 'snapshot', snapshotId: open.baseSnapshotId } });
    const environment = JSON.parse(
      await output(sandbox, { ...node('console.log(JSON.stringify(process.env))'), env: { OWN: '1' } }),
    );
    await open.dispose();
    expect(environment).toMatchObject({ THREADLINE_PUBLIC: 'public', OWN: '1', PATH: process.env.PATH });
    expect(environment).not.toHaveProperty('THREADLINE_SECRET');
    expect(Object.keys(environment)).not.toContain('VITEST');
  });

  it('tells exit codes and signals', async () => {
    const sandbox = await create();
    expect(await sandbox.runCommand(node('process.exit(7)'))).toMatchObject({ exitCode: 7, signal: null });
    const killed = await sandbox.runCommand(node('process.kill(process.pid, "SIGKILL")'));
    expect(killed).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
  });

  it('rejects when there is no such program', async () => {
    const sandbox = await create();
    await expect(sandbox.runCommand({ cmd: 'no-such-program' })).rejects.toMatchObject({ code: 'not-found' });
    await expect(sandbox.runCommand({ cmd: 'node', args: ['\0'] })).rejects.toMatchObject({ code: 'spawn-failed' });
  });

  it('closes stdin, so that no agent waits for it', async () => {
    expect(await output(await create(), node('process.stdin.resume().on("end", () => console.log("end"))'))).toBe(
      'end\n',
    );
  });

  it('keeps the state of a folder and its links in a snapshot, and makes new sandboxes from it', async () => {
    const sandbox = await create();
    await sandbox.writeFiles([{ path: 'deep/er/a.txt', content: 'one' }]);
    symlinkSync('deep/er/a.txt', join(sandbox.cwd, 'link'));
    await sandbox.runCommand({ cmd: 'mkfifo', args: ['pipe'] });
    const { snapshotId } = await sandbox.snapshot();
    await sandbox.writeFiles([{ path: 'deep/er/a.txt', content: 'two' }]);

    const restored = await create(snapshotId);
    expect(readFileSync(join(restored.cwd, 'link'), 'utf8')).toBe('one');
    expect(readFileSync(join(sandbox.cwd, 'link'), 'utf8')).toBe('two');
    expect(restored.sandboxId).not.toBe(sandbox.sandboxId);
  });

  it('finds a sandbox again by its id, and after a restart too', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'threadline-chat-'));
    const before = createLocalSandbox({ folder });
    const { sandboxId } = await before.create({ source: { type: 'snapshot', snapshotId: before.baseSnapshotId } });
    await before.dispose();
    const after = createLocalSandbox({ folder });
    expect(await after.get({ sandboxId })).toMatchObject({ sandboxId, status: 'running' });
    await after.remove(sandboxId);
    await expect(after.get({ sandboxId })).rejects.toMatchObject({ code: 'not-found' });
    rmSync(folder, { recursive: true });
  });

  it.each(['..', '../..', '.', '', 'sandbox-', '/etc', '__proto__', `sandbox-${'../'.repeat(12)}`])(
    'knows no sandbox, snapshot or file by the id %j',
    async (id) => {
      await expect(sandboxes.get({ sandboxId: id })).rejects.toMatchObject({ code: 'not-found' });
      await expect(create(id)).rejects.toMatchObject({ code: 'not-found' });
      await expect(sandboxes.remove(id)).rejects.toMatchObject({ code: 'not-found' });
    },
  );

  it('takes no sandbox for a snapshot, nor a snapshot for a sandbox', async () => {
    const sandbox = await create();
    const { snapshotId } = await sandbox.snapshot();
    await expect(create(sandbox.sandboxId)).rejects.toMatchObject({ code: 'not-found' });
    await expect(sandboxes.get({ sandboxId: snapshotId })).rejects.toMatchObject({ code: 'not-found' });
  });

  it('ends what a command left behind', async (context) => {
    if (!canFindProcesses) return context.skip(NO_PROCESSES);
    const mark = createMark();
    const sandbox = await create();
    const { exitCode } = await sandbox.runCommand({
      cmd: 'sh',
      args: ['-c', 'sleep 60 & exit 0'],
      env: { [MARK]: mark },
    });
    expect(exitCode).toBe(0);
    expect(findMarked(mark)).toEqual([]);
  });

  it('ends what runs when it is disposed of', async (context) => {
    if (!canFindProcesses) return context.skip(NO_PROCESSES);
    const mark = createMark();
    const local = createLocalSandbox();
    const sandbox = await local.create({ source: { type: 'snapshot', snapshotId: local.baseSnapshotId } });
    const run = sandbox
      .runCommand({ cmd: 'sleep', args: ['60'], env: { [MARK]: mark } })
      .catch((error: unknown) => error);
    await local.dispose();
    expect(await run).toBeInstanceOf(Error);
    expect(findMarked(mark)).toEqual([]);
  });
});

describe('runChat in a local sandbox', () => {
  const agent = createCodexAgent({ binary: fakeCodex, env: { CODEX_API_KEY: 'key' } });
  const { signal } = new AbortController();
  const events = async (response: Response) =>
    (await response.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

  it('runs Codex, tells its artifacts with their real sizes, and goes on where it was', async () => {
    const message = '--help 漢字';
    const first = await events(await runChat({ agent, input: { message }, signal, sandboxes }));
    expect(first.map((event) => event.type)).toEqual(
      expect.arrayContaining([
        'sandbox',
        'init',
        'tool_use',
        'tool_result',
        'message',
        'result',
        'artifact',
        'snapshot',
      ]),
    );
    expect(first[0].type).toBe('sandbox');
    expect(first.at(-2)).toEqual({
      type: 'artifact',
      path: './artifacts/message.md',
      size_bytes: Buffer.byteLength(message),
      mime_type: 'text/markdown; charset=utf-8',
      label: 'message.md',
    });
    expect(first.at(-1).type).toBe('snapshot');

    await sandboxes.remove(first[0].sandbox_id);
    const { session_id } = first.find((event) => event.type === 'init');
    const input = {
      message: 'go on',
      session_id,
      sandbox_id: first[0].sandbox_id,
      snapshot_id: first.at(-1).snapshot_id,
    };
    const second = await events(await runChat({ agent, input, signal, sandboxes }));
    expect(second[0].sandbox_id).not.toBe(first[0].sandbox_id);
    expect(second.filter((event) => event.type === 'artifact')).toMatchObject([{ size_bytes: 'go on'.length }]);
  });

  it('takes a message that no argument could hold', async () => {
    const message = '漢字\n'.repeat(50_000);
    const told = await events(await runChat({ agent, input: { message }, signal, sandboxes }));
    const artifacts = told.filter((event) => event.type === 'artifact');
    expect(artifacts).toMatchObject([{ size_bytes: Buffer.byteLength(message) }]);
    const { cwd } = await sandboxes.get({ sandboxId: told[0].sandbox_id });
    expect(readdirSync(cwd)).toEqual(['artifacts']);
  });

  it('tells artifacts by their names, whatever these hold', async () => {
    const names = ['a\tb', 'c\n./artifacts/evil\t99', 'd\r', "e'$(id)"];
    const script = `require('node:fs').mkdirSync('artifacts'); for (const name of ${JSON.stringify(names)}) { require('node:fs').mkdirSync(require('node:path').dirname('artifacts/' + name), { recursive: true }); require('node:fs').writeFileSync('artifacts/' + name, 'x'); }`;
    const making = {
      ...agent,
      createCommand: () => ({ cmd: process.execPath, args: ['-e', script] }),
      createStdoutMapper: undefined,
    };
    const told = await events(await runChat({ agent: making, input: { message: 'hi' }, signal, sandboxes }));
    const artifacts = told.filter((event) => event.type === 'artifact');
    expect(artifacts.map(({ path }) => path).sort()).toEqual(names.map((name) => `./artifacts/${name}`).sort());
    expect(artifacts.every((artifact) => artifact.size_bytes === 1)).toBe(true);
  });

  it('tells that there is no Codex', async () => {
    const missing = createCodexAgent({ binary: '/no/such/codex', env: { CODEX_API_KEY: 'key' } });
    const [, failure] = await events(await runChat({ agent: missing, input: { message: 'hi' }, signal, sandboxes }));
    expect(failure).toMatchObject({ type: 'stderr', content: expect.stringContaining('/no/such/codex') });
  });

  it.for(['leaves', 'aborts'])('ends all processes of the agent when the client %s', async (how, context) => {
    if (!canFindProcesses) return context.skip(NO_PROCESSES);
    const mark = createMark();
    const client = new AbortController();
    const stubborn = {
      ...agent,
      createCommand: () => ({
        cmd: process.execPath,
        args: [
          '-e',
          "require('node:child_process').spawn('sleep', ['60']); process.on('SIGINT', () => {}); console.log('{}')",
        ],
        env: { [MARK]: mark },
      }),
      createStdoutMapper: undefined,
    };
    const response = await runChat({ agent: stubborn, input: { message: 'hi' }, signal: client.signal, sandboxes });
    const reader = response.body?.getReader();
    let text = '';
    while (!text.includes('{}')) text += Buffer.from((await reader?.read())?.value ?? []);
    expect(findMarked(mark).length).toBeGreaterThan(0);
    if (how === 'leaves') await reader?.cancel();
    else client.abort();
    expect(await waitUntilGone(mark)).toEqual([]);
  });

  it('holds a flooding agent up while the client does not read', async () => {
    const flood =
      "const text = 'x'.repeat(65535) + '\\n'; let n = 0; (function write() { if (++n > 1600) return; process.stdout.write(text, write); })()";
    const flooding = {
      ...agent,
      createCommand: () => ({ cmd: process.execPath, args: ['-e', flood] }),
      createStdoutMapper: undefined,
    };
    const before = process.memoryUsage().arrayBuffers;
    const response = await runChat({ agent: flooding, input: { message: 'hi' }, signal, sandboxes });
    await new Promise((resolve) => setTimeout(resolve, 500));
    // Of 100 MB; what was there before and not yet collected is not counted.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024);
    let bytes = 0;
    for await (const chunk of response.body ?? []) bytes += chunk.length;
    expect(bytes).toBeGreaterThan(1600 * 65536);
  });
});
