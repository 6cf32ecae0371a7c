import { createHash } from 'node:crypto';
import { isAbsolute, normalize } from 'node:path';
import { type SendMode, sendModes } from '../../archive/model/raw-store.ts';
import { isObject } from '../../core/lines/json.ts';
import { createRedactor } from '../../core/redact/redactor.ts';
import type { RedactorOptions } from '../../core/redact/redactor-options.ts';
import { isBelow } from '../../core/tools/path-below.ts';
import type { OwnRedaction } from './line-shaper.ts';

/** What a server asks of the machines that send to it. It makes them stricter than their own settings, never looser. */
export interface CollectPolicy {
  /** The same for two policies that say the same. */
  version: string;
  /** The first that fits counts. */
  modes: readonly PolicyMode[];
  redaction: PolicyRedaction;
}

/** Either a project or a repository. */
export interface PolicyMode {
  /** A folder and everything below it, the name of a folder anywhere, or `*` for all. */
  project?: string | undefined;
  /** As `normalRemote` names it: `github.com/acme/app`; `github.com/acme/*` for all of a group. */
  repository?: string | undefined;
  mode: SendMode;
}

/** No `keep`: it would make a machine looser. */
const LISTS = ['also', 'rules', 'names', 'values'] as const;
export type PolicyRedaction = Pick<RedactorOptions, (typeof LISTS)[number]>;

/** Where a session worked. */
export interface Workplace {
  folder: string | undefined;
  /** Empty for a folder without a remote; undefined if nobody knows, as of a folder that is gone. */
  repository: string | undefined;
}

const MOST_MODES = 1000;
const MOST_TEXT = 1024;
/** A policy is a small document, which every collector keeps. */
const MOST_BYTES = 256 * 1024;

/** Its version stands here, because every start of a command would make it, and load what makes hashes. */
export const NO_POLICY: CollectPolicy = { version: '5eed25f9aa1c6813', modes: [], redaction: {} };

function policyOf(modes: readonly PolicyMode[], redaction: PolicyRedaction): CollectPolicy {
  const text = JSON.stringify([modes, redaction]);
  return { version: createHash('sha256').update(text).digest('hex').slice(0, 16), modes, redaction };
}

/** Reads a policy from outside; a sentence says what is wrong. Unknown parts are refused: they may forbid something. */
export function readPolicy(value: unknown): CollectPolicy | string {
  if (!isObject(value)) return 'it is not an object';
  const unknown = Object.keys(value).find((key) => !['version', 'modes', 'redaction'].includes(key));
  if (unknown !== undefined) return `there is no setting '${unknown.slice(0, 100)}', only modes, redaction`;
  const { modes = [], redaction = {} } = value;
  if (JSON.stringify([modes, redaction]).length > MOST_BYTES) return 'it is too long';
  if (!Array.isArray(modes) || modes.length > MOST_MODES) return 'modes is not a list of at most 1000';
  for (const [index, entry] of modes.entries()) {
    const fault = modeFault(entry);
    if (fault !== undefined) return `modes[${index}]: ${fault}`;
  }
  return redactionFault(redaction) ?? policyOf(modes as PolicyMode[], redaction as PolicyRedaction); // Checked just above.
}

function modeFault(entry: unknown): string | undefined {
  if (!isObject(entry)) return 'it is not an object';
  const unknown = Object.keys(entry).find((key) => !['project', 'repository', 'mode'].includes(key));
  if (unknown !== undefined)
    return `there is no setting '${unknown.slice(0, 100)}', only project or repository, and mode`;
  const { project, repository, mode } = entry;
  if ((project === undefined) === (repository === undefined)) return 'it names a project or a repository';
  const named = project ?? repository;
  if (typeof named !== 'string' || named === '' || named.length > MOST_TEXT) return 'a name is not a text';
  if (project !== undefined && !isAbsolute(named) && /[\\/]/.test(named))
    return 'project takes the whole path of a folder, the name of one, or *';
  if (repository !== undefined && !/^[^\s/]+\/\S+$/.test(named)) return 'repository takes HOST/PATH';
  return sendModes.some((known) => known === mode) ? undefined : `mode takes ${sendModes.join(', ')}`;
}

function redactionFault(redaction: unknown): string | undefined {
  if (!isObject(redaction)) return 'redaction is not an object';
  for (const [name, list] of Object.entries(redaction)) {
    if (!LISTS.some((known) => known === name))
      return `redaction may hold ${LISTS.join(', ')}, not '${name.slice(0, 60)}'`;
    if (!Array.isArray(list)) return `redaction.${name} is not a list`;
  }
  try {
    createRedactor(redaction);
    return undefined;
  } catch (error) {
    if (error instanceof TypeError) return `redaction: ${error.message}`;
    throw error;
  }
}

/** The stricter of two modes. From most to least leaves: `full`, `redacted`, `usage`, `off`. */
export function stricterMode(one: SendMode, other: SendMode): SendMode {
  return sendModes.indexOf(one) > sendModes.indexOf(other) ? one : other;
}

/** What a policy lets leave of a session. Where nobody knows whether an entry fits, it counts, and so do those after it. */
export function policyMode({ modes }: CollectPolicy, place: Workplace): SendMode {
  let allowed: SendMode = 'full';
  for (const entry of modes) {
    const fits = fitsEntry(entry, place);
    if (fits !== 'no') allowed = stricterMode(allowed, entry.mode);
    if (fits === 'yes') break;
  }
  return allowed;
}

function fitsEntry({ project, repository }: PolicyMode, place: Workplace): 'yes' | 'no' | 'maybe' {
  if (project === '*') return 'yes';
  if (project !== undefined) {
    if (place.folder === undefined) return 'maybe';
    const folder = normalize(place.folder);
    const isMeant = isAbsolute(project) ? isBelow(normalize(project))(folder) : folder.split(/[\\/]/).includes(project);
    return isMeant ? 'yes' : 'no';
  }
  if (place.repository === undefined) return 'maybe';
  const name = (repository ?? '').toLowerCase();
  const isMeant = name.endsWith('/*') ? place.repository.startsWith(name.slice(0, -1)) : place.repository === name;
  return isMeant ? 'yes' : 'no';
}

/** What is redacted by both. What a machine wants kept does not count against the rules of its server. */
export function joinRedaction(own: OwnRedaction, { redaction }: CollectPolicy): OwnRedaction {
  if (LISTS.every((name) => (redaction[name] ?? []).length === 0)) return own;
  const { keep: _, ...rest } = own;
  return {
    ...rest,
    also: [...(own.also ?? []), ...(redaction.also ?? [])],
    rules: [...(own.rules ?? []), ...(redaction.rules ?? [])],
    names: [...(own.names ?? []), ...(redaction.names ?? [])],
    values: [...(own.values ?? []), ...(redaction.values ?? [])],
  };
}
