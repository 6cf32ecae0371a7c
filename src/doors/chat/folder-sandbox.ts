import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { doorLimits } from '../../limits/doors.ts';
import { pickEnvironment } from '../../machine/run/environment.ts';
import { runLocalCommand } from './local-command.ts';
import type { OutputSink, Sandbox, SandboxCommand, SandboxCommandOptions } from './sandbox.ts';

/** A sandbox that is a folder of this machine. */
export interface FolderSandbox extends Sandbox {
  readonly sandboxId: string;
  readonly cwd: string;
  readFileToBuffer: NonNullable<Sandbox['readFileToBuffer']>;
}

export interface FolderSandboxParts {
  id: string;
  /** Holds the folders `work` and `home`. */
  folder: string;
  inheritEnv: readonly string[];
  /** Ends everything that runs in the sandbox. */
  signal: AbortSignal;
  /** Called with each command, so that the caller can wait for the end of all. */
  onCommand: (run: Promise<unknown>) => void;
  snapshot: Sandbox['snapshot'];
}

export function createFolderSandbox(parts: FolderSandboxParts): FolderSandbox {
  const { id, folder, inheritEnv, signal, onCommand, snapshot } = parts;
  const cwd = join(folder, 'work');
  // A home of its own keeps the user's settings and keys from agents.
  const home = join(folder, 'home');
  const environment = { ...pickEnvironment(inheritEnv), HOME: home, USERPROFILE: home };

  async function runCommand(options: SandboxCommandOptions): Promise<SandboxCommand> {
    const printed = createOutputText();
    const command = {
      file: options.cmd,
      args: options.args ?? [],
      cwd: resolve(cwd, options.cwd ?? '.'),
      env: { ...environment, ...options.env },
      input: '',
      name: options.cmd,
      installHint: 'It has to be on the PATH.',
    };
    const output = { stdout: options.stdout ?? printed, stderr: options.stderr ?? createOutputText() };
    const signals = options.signal ? [signal, options.signal] : [signal];
    const run = runLocalCommand(command, output, AbortSignal.any(signals));
    onCommand(run);
    const end = await run;
    return { ...end, stdout: async () => printed.text() };
  }

  return {
    sandboxId: id,
    cwd,
    status: 'running',
    // A folder is no fence.
    isolated: false,
    runCommand,
    // This sandbox has no time limit to extend.
    async extendTimeout() {},
    async writeFiles(files) {
      for (const { path, content } of files) {
        const target = resolve(cwd, path);
        await mkdir(dirname(target), { recursive: true });
        await writeFile(target, content);
      }
    },
    async readFileToBuffer(file, { signal: ending } = {}) {
      try {
        return await readFile(resolve(cwd, file.cwd ?? '.', file.path), { signal: ending });
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    snapshot,
  };
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Keeps the beginning of a command's output, to return it as text. */
interface OutputText extends OutputSink {
  text(): string;
}

function createOutputText(): OutputText {
  const chunks: Uint8Array[] = [];
  let length = 0;
  return {
    write(chunk) {
      const room = doorLimits.maxCommandOutputBytes - length;
      const bytes = Buffer.from(chunk).subarray(0, room);
      if (bytes.length > 0) chunks.push(bytes);
      length += bytes.length;
      return true;
    },
    once() {},
    text: () => new TextDecoder().decode(Buffer.concat(chunks)),
  };
}
