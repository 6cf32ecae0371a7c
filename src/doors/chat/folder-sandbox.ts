import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { doorLimits } from '../../limits/doors.ts';
import { pickEnvironment } from '../../machine/run/environment.ts';
import { runLocalCommand } from './local-command.ts';
import type { OutputSink, Sandbox, SandboxCommand, SandboxCommandOptions } from './sandbox.ts';

/** A sandbox that is a folder of this machine. */
export interface FolderSandbox extends Sandbox {
  readonly sandboxId: string;
  /** The working folder. */
  readonly cwd: string;
}

export interface FolderSandboxParts {
  id: string;
  /** Holds the folders `work` and `home`. */
  folder: string;
  inheritEnv: readonly string[];
  /** Ends all that runs in it. */
  signal: AbortSignal;
  /** Hears of each command, so that the end of all can be waited for. */
  onCommand: (run: Promise<unknown>) => void;
  snapshot: Sandbox['snapshot'];
}

export function createFolderSandbox(parts: FolderSandboxParts): FolderSandbox {
  const { id, folder, inheritEnv, signal, onCommand, snapshot } = parts;
  const cwd = join(folder, 'work');
  // Its home is its own, so that agents find neither the user's settings nor keys.
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
    runCommand,
    // It has no end that could be put off.
    async extendTimeout() {},
    async writeFiles(files) {
      for (const { path, content } of files) {
        const target = resolve(cwd, path);
        await mkdir(dirname(target), { recursive: true });
        await writeFile(target, content);
      }
    },
    snapshot,
  };
}

/** Keeps the beginning of what a command prints, for those who want it as a text. */
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
