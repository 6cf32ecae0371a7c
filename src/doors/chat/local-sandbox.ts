import { randomUUID } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { cp, lstat, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ThreadlineError } from '../../errors.ts';
import { createFolderSandbox, type FolderSandbox } from './folder-sandbox.ts';
import type { CreateSandboxOptions, GetSandboxOptions, Sandboxes } from './sandbox.ts';

/** Options of `createLocalSandbox`. */
export interface LocalSandboxOptions {
  /** The folder for sandboxes and snapshots; by default a new temporary folder. */
  folder?: string | undefined;
  /** Names of additional variables that commands get from this process's environment. */
  inheritEnv?: readonly string[] | undefined;
}

/** Sandboxes that are folders on this machine. */
export interface LocalSandboxes extends Sandboxes {
  /** The id of an empty folder. */
  readonly baseSnapshotId: string;
  /** Makes a sandbox from a snapshot. */
  create(options: Pick<CreateSandboxOptions, 'source'>): Promise<FolderSandbox>;
  /** Opens a sandbox again. Rejects if it does not exist. */
  get(options: Pick<GetSandboxOptions, 'sandboxId'>): Promise<FolderSandbox>;
  /** Deletes a sandbox or a snapshot. Nothing else deletes them. */
  remove(id: string): Promise<void>;
  /** Ends everything that runs. Deletes everything if the folder was temporary. */
  dispose(): Promise<void>;
}

const EMPTY = 'empty';
const REMOVE = { recursive: true, force: true, maxRetries: 5 };

/**
 * Runs agents on this machine, each with its own working folder and home, a few harmless environment variables, and a
 * process group that is ended as a whole. It keeps runs apart and tidy, but it is not a security boundary: an agent can
 * reach whatever this process's user can. Run strangers' requests on a separate machine.
 *
 * @example
 * import { createLocalSandbox } from 'threadline/chat';
 *
 * const sandboxes = createLocalSandbox();
 * const sandbox = await sandboxes.create({ source: { type: 'snapshot', snapshotId: sandboxes.baseSnapshotId } });
 * await sandbox.writeFiles([{ path: 'note.txt', content: 'hello' }]);
 * const { exitCode, stdout } = await sandbox.runCommand({ cmd: 'cat', args: ['note.txt'] });
 * console.log(exitCode, await stdout());
 * await sandboxes.dispose();
 */
export function createLocalSandbox({ folder, inheritEnv = [] }: LocalSandboxOptions = {}): LocalSandboxes {
  const ending = new AbortController();
  const running = new Set<Promise<unknown>>();
  let root: Promise<string> | undefined;

  async function place(id: string): Promise<string> {
    root ??= openRoot(folder);
    return join(await root, id);
  }

  /** Ids come from clients and become parts of paths, so only ids that were made here are looked up. */
  async function find(id: string, kind: 'sandbox' | 'snapshot'): Promise<string> {
    const isId = new RegExp(`^${kind}-[0-9a-f-]{36}$`).test(id);
    const path = await place(isId ? id : '');
    if (isId && existsSync(path)) return path;
    throw new ThreadlineError('not-found', `there is no ${kind} ${JSON.stringify(id.slice(0, 100))}`);
  }

  async function snapshot(path: string): Promise<{ snapshotId: string }> {
    const snapshotId = `snapshot-${randomUUID()}`;
    await copyFolder(path, await place(snapshotId));
    return { snapshotId };
  }

  function onCommand(run: Promise<unknown>): void {
    running.add(run);
    const forget = () => running.delete(run);
    run.then(forget, forget);
  }

  function open(id: string, path: string): FolderSandbox {
    const { signal } = ending;
    return createFolderSandbox({ id, folder: path, inheritEnv, signal, onCommand, snapshot: () => snapshot(path) });
  }

  return {
    baseSnapshotId: EMPTY,
    async create({ source: { snapshotId } }) {
      const id = `sandbox-${randomUUID()}`;
      const path = await place(id);
      if (snapshotId !== EMPTY) await copyFolder(await find(snapshotId, 'snapshot'), path);
      for (const name of ['work', 'home']) await mkdir(join(path, name), { recursive: true, mode: 0o700 });
      return open(id, path);
    },
    get: async ({ sandboxId }) => open(sandboxId, await find(sandboxId, 'sandbox')),
    async remove(id) {
      await rm(await find(id, id.startsWith('snapshot') ? 'snapshot' : 'sandbox'), REMOVE);
    },
    async dispose() {
      ending.abort(new ThreadlineError('not-found', 'the sandboxes are gone'));
      await Promise.allSettled(running);
      if (root && folder === undefined) await rm(await root, REMOVE);
    },
  };
}

async function openRoot(folder: string | undefined): Promise<string> {
  if (folder === undefined) return realpath(await mkdtemp(join(tmpdir(), 'threadline-sandbox-')));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return realpath(folder);
}

/** Copies files, folders and links, links as links. Sockets and pipes mean nothing in a copy. */
function copyFolder(from: string, to: string): Promise<void> {
  return cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    mode: constants.COPYFILE_FICLONE,
    async filter(source) {
      const entry = await lstat(source);
      return entry.isFile() || entry.isDirectory() || entry.isSymbolicLink();
    },
  });
}
