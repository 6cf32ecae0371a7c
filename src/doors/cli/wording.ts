import { homedir } from 'node:os';
import { sep } from 'node:path';
import { amount, grouped } from '../../core/text/amount.ts';
import { parseTime } from '../../core/thread/time.ts';

// The wording of facts for people, one way for each.

/** A local time such as `2026-11-15 07:08`. A time without a zone is UTC. Empty if unknown. */
export function localTime(time: string | number | undefined): string {
  const known = typeof time === 'string' ? parseTime(time) : time;
  const date = new Date(known || Number.NaN);
  if (Number.isNaN(date.getTime())) return '';
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

function two(count: number): string {
  return String(count).padStart(2, '0');
}

/** A path with the user's home as `~`. */
export function shortPath(path: string, home = homedir()): string {
  if (path === home) return '~';
  return home !== sep && path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
}

/** What is wrong with a file, after its path: a message that names the file again is cut. */
export function problemOf(path: string, message: string): string {
  return message.replace(`cannot read ${path}: `, 'cannot be read: ');
}

/** `+48 −11 in 3 files` */
export function changesText({ added, removed, files }: { added: number; removed: number; files: number }): string {
  return `+${grouped(added)} −${grouped(removed)} in ${amount(files, 'file')}`;
}
