import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { machineLimits } from '../../limits/machine.ts';
import { gitArguments, quietEnvironment } from './run-git.ts';

/** Reads objects of a repository by their names, one process for all of them. */
export interface BlobReader {
  /** The object; undefined if it is not there, is no blob, or is too large. */
  read(name: string): Promise<Buffer | undefined>;
  close(): void;
}

interface Waiting {
  resolve(bytes: Buffer | undefined): void;
}

const NAME = /^[0-9a-f]{40,64}$/;

/** Opens `git cat-file --batch`, which runs no filter of the repository. */
export function openBlobReader(folder: string): BlobReader {
  let child: ChildProcessWithoutNullStreams | undefined;
  let held: Buffer[] = [];
  let length = 0;
  const waiting: Waiting[] = [];

  function start(): ChildProcessWithoutNullStreams {
    const started = spawn('git', gitArguments(folder, ['cat-file', '--batch']), { env: quietEnvironment() });
    started.stderr.resume();
    started.stdin.on('error', () => {});
    started.on('error', end);
    started.on('close', end);
    started.stdout.on('data', (chunk: Buffer) => {
      held.push(chunk);
      length += chunk.length;
      take();
    });
    return started;
  }

  function end(): void {
    for (const each of waiting.splice(0)) each.resolve(undefined);
    child = undefined;
    held = [];
    length = 0;
  }

  /** `NAME blob SIZE\nBYTES\n`, or `NAME missing\n`. Chunks are joined only once a whole answer is there. */
  function take(): void {
    while (waiting.length > 0 && length > 0) {
      const first = held[0] ?? Buffer.alloc(0);
      const joined = first.includes(10) ? undefined : Buffer.concat(held);
      if (joined) held = [joined];
      const head = held[0] ?? Buffer.alloc(0);
      const lineEnd = head.indexOf(10);
      if (lineEnd === -1) return;
      const [, type = '', size = '0'] = head.toString('latin1', 0, lineEnd).split(' ');
      const isThere = type !== 'missing' && type !== 'ambiguous';
      const whole = lineEnd + 1 + (isThere ? Number(size) + 1 : 0);
      if (length < whole) return;
      const all = held.length === 1 ? head : Buffer.concat(held);
      const bytes = isThere && type === 'blob' ? all.subarray(lineEnd + 1, whole - 1) : undefined;
      const rest = all.subarray(whole);
      held = rest.length > 0 ? [rest] : [];
      length = rest.length;
      const isSmall = bytes !== undefined && bytes.length <= machineLimits.maxGitBlobBytes;
      waiting.shift()?.resolve(isSmall ? bytes : undefined);
    }
  }

  return {
    read(name) {
      if (!NAME.test(name)) return Promise.resolve(undefined);
      child ??= start();
      const { stdin } = child;
      return new Promise((resolve) => {
        waiting.push({ resolve });
        stdin.write(`${name}\n`);
      });
    },
    close() {
      child?.stdin.end();
      child?.kill();
    },
  };
}
