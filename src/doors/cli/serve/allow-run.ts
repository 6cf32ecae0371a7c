import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { readNotice, type WaitingNotice } from '../../../machine/live/read-notice.ts';
import { usageError } from '../exit.ts';
import { parseCount } from '../options.ts';

/** What `--allow-run` and the options beside it say. */
export interface RunSettings {
  folders: readonly string[];
  waiting: WaitingNotice | undefined;
}

interface RunValues {
  'allow-run'?: boolean;
  'allow-remote'?: boolean;
  'run-folder'?: readonly string[];
  'tell-after'?: string;
  'tell-command'?: string;
  'tell-url'?: string;
  archive?: string;
}

/** Undefined without `--allow-run`. Who may be another machine, or shows the sessions of others, starts nothing here. */
export function readAllowRun(values: RunValues, isLoopback: boolean): RunSettings | undefined {
  const { 'run-folder': folders = [], 'tell-after': after, 'tell-command': command, 'tell-url': url } = values;
  const needs = Object.entries({
    '--run-folder': folders[0],
    '--tell-after': after,
    '--tell-command': command,
    '--tell-url': url,
  });
  if (!values['allow-run']) {
    const given = needs.find(([, value]) => value !== undefined);
    if (given) throw usageError(`${given[0]} needs --allow-run`, 'serve');
    return undefined;
  }
  if (values['allow-remote'] || !isLoopback)
    throw usageError('--allow-run is for this machine alone: not with --allow-remote or another --host', 'serve');
  if (values.archive !== undefined)
    throw usageError('--allow-run starts agents here, --archive shows sessions of other machines', 'serve');
  for (const folder of folders)
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw usageError(`--run-folder: no folder is at ${folder}`, 'serve');
  return { folders: folders.map((folder) => resolve(folder)), waiting: readWaiting(after, command, url) };
}

function readWaiting(after: string | undefined, command: string | undefined, url: string | undefined) {
  const seconds = parseCount('serve', '--tell-after', after, 0);
  if ((seconds === undefined) !== (command === undefined && url === undefined))
    throw usageError('--tell-after goes with --tell-command or --tell-url', 'serve');
  if (seconds === undefined) return undefined;
  try {
    return readNotice({
      afterMs: seconds * 1000,
      command: command === undefined ? undefined : readCommand(command),
      url,
    });
  } catch (error) {
    throw error instanceof TypeError ? usageError(`--tell-url: ${error.message}`, 'serve') : error;
  }
}

function readCommand(text: string): string[] {
  try {
    const words: unknown = JSON.parse(text);
    if (Array.isArray(words) && words.length > 0 && words.every((word) => typeof word === 'string' && word !== ''))
      return words;
  } catch {
    // Said below.
  }
  throw usageError('--tell-command is a JSON list of a program and its arguments: \'["notify-send"]\'', 'serve');
}
