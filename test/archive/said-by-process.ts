import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { SourceProblem } from 'threadline/archive';

const opener = fileURLToPath(new URL('open-process.ts', import.meta.url));

/** What `open-process.ts` says. */
export interface Said {
  aside: number;
  problems: SourceProblem[];
  gone?: number;
  sessions?: number;
  wrong?: string[];
  unfinished?: string;
  code?: string;
  message?: string;
}

export interface ProcessOptions {
  /** Only reads the archive. */
  read?: boolean;
  /** Runs below this program, with these arguments. */
  below?: readonly string[];
  /** Not as the user who may do anything, where the tests run as that. */
  asNobody?: boolean;
}

/** Who the tests run as where they may do anything. */
export const nobody = 65_534;
export const isRoot = process.getuid?.() === 0;

/** Opens an archive in a process of its own. */
export async function saidByProcess(folder: string, home: string, options: ProcessOptions = {}): Promise<Said> {
  const command = [...(options.below ?? []), process.execPath, opener, folder, home, options.read ? 'read' : 'write'];
  const user = options.asNobody && isRoot ? { uid: nobody, gid: nobody } : {};
  const child = spawn(command[0] ?? '', command.slice(1), { stdio: ['ignore', 'pipe', 'inherit'], ...user });
  // Written by `open-process.ts`.
  return JSON.parse(await text(child.stdout)) as Said;
}
