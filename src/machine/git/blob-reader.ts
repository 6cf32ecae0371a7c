import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { machineLimits } from '../../limits/machine.ts';
import { gitArguments, quietEnvironment } from './run-git.ts';

/** The bytes of an object. Types of the package name nothing of Node's own. */
export interface BlobBytes extends Uint8Array {
  toString(encoding?: 'utf8'): string;
}

/** Reads objects of a repository by their names, one process for all of them. */
export interface BlobReader {
  /** The object; undefined if it is not there, is no blob, or is too large. */
  read(name: string): Promise<BlobBytes | undefined>;
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
  /** Bytes of an object that nobody wants, still to come. */
  let unwanted = 0;
  const waiting: Waiting[] = [];

  function start(): ChildProcessWithoutNullStreams {
    const started = spawn('git', gitArguments(folder, ['cat-file', '--batch']), { env: quietEnvironment() });
    started.stderr.resume();
    started.stdin.on('error', () => {});
    const over = () => {
      if (child === started) end();
    };
    started.on('error', over);
    started.on('close', over);
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
    unwanted = 0;
  }

  /** `NAME blob SIZE\nBYTES\n`, or `NAME missing\n`. Chunks are joined only once a whole answer is there. */
  function take(): void {
    for (;;) {
      passOver();
      if (waiting.length === 0 || length === 0) return;
      if (!held[0]?.includes(10)) held = [Buffer.concat(held)];
      const head = held[0] ?? Buffer.alloc(0);
      const lineEnd = head.indexOf(10);
      if (lineEnd === -1) return;
      const [, type = '', size = '0'] = head.toString('latin1', 0, lineEnd).split(' ');
      const isThere = type !== 'missing' && type !== 'ambiguous';
      const whole = lineEnd + 1 + (isThere ? Number(size) + 1 : 0);
      if (isThere && (type !== 'blob' || Number(size) > machineLimits.maxGitBlobBytes)) {
        unwanted = whole;
        waiting.shift()?.resolve(undefined);
        continue;
      }
      if (length < whole) return;
      const all = held.length === 1 ? head : Buffer.concat(held);
      keep(all.subarray(whole));
      waiting.shift()?.resolve(isThere ? all.subarray(lineEnd + 1, whole - 1) : undefined);
    }
  }

  /** Lets go of the bytes of an object that is too large, as they come. */
  function passOver(): void {
    if (unwanted === 0) return;
    const all = Buffer.concat(held);
    const passed = Math.min(unwanted, all.length);
    unwanted -= passed;
    keep(all.subarray(passed));
  }

  function keep(rest: Buffer): void {
    held = rest.length > 0 ? [rest] : [];
    length = rest.length;
  }

  return {
    read(name) {
      if (!NAME.test(name)) return Promise.resolve(undefined);
      child ??= start();
      const { stdin } = child;
      return new Promise((resolve) => {
        // A repository on a disk that does not answer must not hold the answer back for ever.
        const timer = setTimeout(() => child?.kill('SIGKILL'), machineLimits.gitMs);
        waiting.push({
          resolve(bytes) {
            clearTimeout(timer);
            resolve(bytes);
          },
        });
        stdin.write(`${name}\n`);
      });
    },
    close() {
      child?.stdin.end();
      child?.kill();
    },
  };
}
