import { closeSync, fstatSync, readFileSync } from 'node:fs';
import { isAbsolute, join, normalize } from 'node:path';
import { type SendMode, sendModes } from '../../archive/model/raw-store.ts';
import { isObject, parseJson } from '../../core/lines/json.ts';
import { isBelow } from '../../core/tools/path-below.ts';
import { ThreadlineError } from '../../errors.ts';
import { fileFault } from '../../machine/sessions/file-fault.ts';
import { openPath } from '../../machine/sessions/open-file.ts';

/** The settings in `collect.json` in the data folder. */
export interface CollectSettings {
  /** The address to send to. */
  to: string | undefined;
  /** Modes by the folder of a session. The first entry that contains the folder applies. */
  modes: readonly ProjectMode[];
}

export interface ProjectMode {
  /** A folder and everything below it. `*` matches any folder. */
  project: string;
  mode: SendMode;
}

const SETTINGS_NAME = 'collect.json';
export const TOKEN_NAME = 'collect-token';
const DEFAULT_MODE: SendMode = 'redacted';
const LONGEST_FILE = 1024 * 1024;

/** Reads the settings. Invalid ones are refused, so that no more leaves than the owner intends. */
export function readSettings(folder: string): CollectSettings {
  const path = join(folder, SETTINGS_NAME);
  const text = readSmallFile(path);
  if (text === undefined) return { to: undefined, modes: [] };
  const value = parseJson(text);
  const wrong = isObject(value) ? faultOf(value) : 'it is not a JSON object';
  if (wrong !== undefined) throw new ThreadlineError('unreadable', `${path}: ${wrong}`);
  const { to, modes = [] } = value as { to?: string; modes?: ProjectMode[] }; // Checked just above.
  return { to, modes };
}

function faultOf(value: Record<string, unknown>): string | undefined {
  const unknown = Object.keys(value).find((key) => key !== 'to' && key !== 'modes');
  if (unknown !== undefined) return `there is no setting '${unknown.slice(0, 100)}', only to, modes`;
  if (value.to !== undefined && typeof value.to !== 'string') return 'to is not a text';
  if (value.modes === undefined) return undefined;
  if (!Array.isArray(value.modes)) return 'modes is not a list';
  for (const [index, entry] of value.modes.entries()) {
    const fault = modeFault(entry);
    if (fault !== undefined) return `modes[${index}]: ${fault}`;
  }
  return undefined;
}

function modeFault(entry: unknown): string | undefined {
  if (!isObject(entry)) return 'it is not an object';
  const unknown = Object.keys(entry).find((key) => key !== 'project' && key !== 'mode');
  if (unknown !== undefined) return `there is no setting '${unknown.slice(0, 100)}', only project, mode`;
  const { project, mode } = entry;
  if (typeof project !== 'string' || (project !== '*' && !isAbsolute(project))) {
    return 'project takes the whole path of a folder, or *';
  }
  return sendModes.some((known) => known === mode) ? undefined : `mode takes ${sendModes.join(', ')}`;
}

/** The mode of a session, by its folder. A session without a folder gets the strictest mode that is named. */
export function modeOf(modes: readonly ProjectMode[], project: string | undefined): SendMode {
  if (project === undefined) return strictest(modes);
  const folder = normalize(project);
  const isMeant = ({ project: named }: ProjectMode) => named === '*' || isBelow(normalize(named))(folder);
  return modes.find(isMeant)?.mode ?? DEFAULT_MODE;
}

/** The strictest of the modes. From most to least leaves: `full`, `redacted`, `usage`, `off`. */
function strictest(modes: readonly ProjectMode[]): SendMode {
  const isAllNamed = modes.some(({ project }) => project === '*');
  const named = modes.map(({ mode }) => sendModes.indexOf(mode));
  const least = Math.max(...(isAllNamed ? named : [...named, sendModes.indexOf(DEFAULT_MODE)]));
  return sendModes[least] ?? DEFAULT_MODE;
}

/** Reads a small file; undefined if it does not exist. With `isSecret`, a file that others can read is refused. */
export function readSmallFile(path: string, isSecret = false): string | undefined {
  const open = openPath(path);
  if (!open) return undefined;
  const { descriptor, size } = open;
  try {
    const { mode } = fstatSync(descriptor);
    if (size > LONGEST_FILE) throw new ThreadlineError('too-large', `${path} is too large for what it should be`);
    if (isSecret && process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new ThreadlineError(
        'unreadable',
        `${path} can be read by others: chmod 600 it, and have the token revoked`,
      );
    }
    return readFileSync(descriptor, 'utf8');
  } catch (error) {
    throw fileFault(error, path);
  } finally {
    closeSync(descriptor);
  }
}
