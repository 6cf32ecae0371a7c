import { randomBytes } from 'node:crypto';
import { type ChatAgent, createLocalSandbox, type FolderSandbox, runChat, type Sandbox } from 'threadline/chat';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { withFileReading } from './file-reading.ts';

const local = createLocalSandbox();
afterAll(() => local.dispose());
const create = () => local.create({ source: { type: 'snapshot', snapshotId: local.baseSnapshotId } });

/** A provider's class, with private fields, that cannot read files. */
class BareSandbox implements Sandbox {
  readonly #folder: FolderSandbox;
  constructor(folder: FolderSandbox) {
    this.#folder = folder;
    Object.freeze(this);
  }
  get status() {
    return this.#folder.status;
  }
  get name() {
    return this.#folder.sandboxId;
  }
  runCommand: Sandbox['runCommand'] = (options) => this.#folder.runCommand(options);
  writeFiles(files: Parameters<Sandbox['writeFiles']>[0]) {
    return this.#folder.writeFiles(files);
  }
  extendTimeout(duration: number) {
    return this.#folder.extendTimeout(duration);
  }
  snapshot() {
    return this.#folder.snapshot();
  }
}

describe.each([
  ['of its own', create],
  ['by a command where the provider has none', async () => withFileReading(new BareSandbox(await create()))],
])('a sandbox reads files: %s', (_, open) => {
  it.each(['plain.txt', '-n', 'a folder/$(id) \'"\n漢', '.hidden'])('byte for byte, by any name: %j', async (path) => {
    const sandbox = await open();
    const content = randomBytes(70_000);
    await sandbox.writeFiles([{ path, content }]);
    expect(Buffer.compare((await sandbox.readFileToBuffer({ path })) ?? new Uint8Array(), content)).toBe(0);
  });

  it('an empty one is empty, and one that is not there is null', async () => {
    const sandbox = await open();
    await sandbox.writeFiles([{ path: 'empty', content: '' }]);
    expect((await sandbox.readFileToBuffer({ path: 'empty' }))?.length).toBe(0);
    expect(await sandbox.readFileToBuffer({ path: 'missing' })).toBeNull();
    expect(await sandbox.readFileToBuffer({ path: 'empty/below' })).toBeNull();
  });

  it('below another folder, and never a folder', async () => {
    const sandbox = await open();
    await sandbox.writeFiles([{ path: 'sub/file', content: 'text' }]);
    const file = await sandbox.readFileToBuffer({ path: 'file', cwd: 'sub' });
    expect(new TextDecoder().decode(file ?? undefined)).toBe('text');
    await expect(sandbox.readFileToBuffer({ path: 'sub' })).rejects.toThrow();
  });

  it('until its signal is aborted', async () => {
    const sandbox = await open();
    await sandbox.writeFiles([{ path: 'file', content: 'text' }]);
    await expect(sandbox.readFileToBuffer({ path: 'file' }, { signal: AbortSignal.abort() })).rejects.toThrow();
  });
});

describe('withFileReading', () => {
  it('gives a sandbox that can read files as it is', async () => {
    const sandbox = await create();
    expect(withFileReading(sandbox)).toBe(sandbox);
  });

  it('leaves all else of a sandbox as it was, private fields and class included', async () => {
    const bare = new BareSandbox(await create());
    const sandbox = withFileReading(bare);
    expect(sandbox).toBeInstanceOf(BareSandbox);
    expect([sandbox.name, sandbox.status, 'status' in sandbox]).toEqual([bare.name, 'running', true]);
    expect(await sandbox.snapshot()).toEqual({ snapshotId: expect.any(String) });
  });
});

it('an agent can change a file of its snapshot before it starts, in a sandbox of any provider', async () => {
  const base = await create();
  await base.writeFiles([{ path: 'settings.json', content: '{"kept":1}' }]);
  const agent: ChatAgent<{ message: string }> = {
    requestSchema: z.object({ message: z.string() }),
    snapshotId: (await base.snapshot()).snapshotId,
    async prepareSandbox({ input, sandbox }) {
      const settings = JSON.parse(
        new TextDecoder().decode((await sandbox.readFileToBuffer({ path: 'settings.json' })) ?? undefined),
      );
      await sandbox.writeFiles([
        { path: 'settings.json', content: JSON.stringify({ ...settings, said: input.message }) },
      ]);
    },
    createCommand: () => ({ cmd: 'cat', args: ['settings.json'] }),
  };
  const sandboxes = {
    create: async (options: Parameters<typeof local.create>[0]) => new BareSandbox(await local.create(options)),
    get: async (options: Parameters<typeof local.get>[0]) => new BareSandbox(await local.get(options)),
  };
  const { signal } = new AbortController();
  const response = await runChat({ agent, input: { message: 'hi' }, signal, sandboxes });
  expect((await response.text()).split('\n')[1]).toBe('{"kept":1,"said":"hi"}');
});
