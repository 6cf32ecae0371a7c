import { dirname, resolve } from 'node:path';
import { isObject, parseJson } from '../../core/lines/json.ts';
import { ThreadlineError } from '../../errors.ts';
import { mayCarrySecrets } from '../../machine/http/is-loopback.ts';
import { type CollectPolicy, NO_POLICY, readPolicy } from '../collect/collect-policy.ts';
import { readSmallFile } from '../collect/collect-settings.ts';
import type { Retention } from '../postgres/index.ts';
import { TEAM_NAME } from '../postgres/team-reader.ts';
import { unknownKey } from './unknown-key.ts';
import { type VisibilityRules, visibilityFault, visibilityOf } from './visibility-rules.ts';

/** The settings of a team server, as `team.json` holds them. */
export interface TeamConfig {
  oidc: OidcConfig;
  /** Each team and the provider's groups whose people are in it. */
  teams: Readonly<Record<string, readonly string[]>>;
  /** The groups whose people are admins. */
  admins: readonly string[];
  /** Who sees what of a session, unless its owner says otherwise. */
  visibility: VisibilityRules;
  /** What machines that send are asked to obey. */
  policy: CollectPolicy;
  /** How long texts, bytes and counts are kept, where the file says so. */
  retention: Retention;
}

export interface OidcConfig {
  issuer: string;
  clientId: string;
  /** The content of the file that `client_secret_file` names; a public client has none. */
  clientSecret: string | undefined;
  groupsClaim: string;
}

const MOST_TEXT = 500;
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MOST_TEXT;
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

/** Reads `team.json`. One that is wrong in any part is refused: nobody is to see more than an admin meant. */
export function readTeamConfig(path: string): TeamConfig {
  const text = readSmallFile(path);
  if (text === undefined) throw new ThreadlineError('not-found', `there is no ${path}`);
  const value = parseJson(text);
  const wrong = isObject(value) ? faultOf(value) : 'it is not a JSON object';
  if (wrong !== undefined) throw new ThreadlineError('unreadable', `${path}: ${wrong}`);
  const checked = value as unknown as TeamFile; // Checked just above.
  const { issuer, client_id: clientId, client_secret_file: file, groups_claim: groupsClaim = 'groups' } = checked.oidc;
  return {
    oidc: { issuer, clientId, clientSecret: file === undefined ? undefined : readSecret(path, file), groupsClaim },
    teams: checked.teams ?? {},
    admins: checked.admins ?? [],
    visibility: visibilityOf(checked.visibility),
    policy: policyOf(checked.policy),
    retention: retentionOf(checked.retention),
  };
}

interface TeamFile {
  oidc: { issuer: string; client_id: string; client_secret_file?: string; groups_claim?: string };
  teams?: Record<string, string[]>;
  admins?: string[];
  visibility?: Partial<VisibilityRules>;
  policy?: unknown;
  retention?: Partial<Record<keyof Retention, number | 'forever'>>;
}

function faultOf(value: Record<string, unknown>): string | undefined {
  return (
    unknownKey(value, ['oidc', 'teams', 'admins', 'visibility', 'policy', 'retention']) ??
    oidcFault(value.oidc) ??
    teamsFault(value.teams) ??
    (value.admins === undefined || isTexts(value.admins) ? undefined : 'admins is not a list of groups') ??
    visibilityFault(value.visibility) ??
    policyFault(value.policy) ??
    retentionFault(value.retention)
  );
}

function oidcFault(value: unknown): string | undefined {
  if (!isObject(value)) return 'oidc is missing: {"issuer", "client_id"}';
  const unknown = unknownKey(value, ['issuer', 'client_id', 'client_secret_file', 'groups_claim'], 'oidc.');
  if (unknown !== undefined) return unknown;
  if (!isText(value.issuer) || !isSafeIssuer(value.issuer)) return 'oidc.issuer is not an https:// address';
  if (!isText(value.client_id)) return 'oidc.client_id is not a text';
  for (const name of ['client_secret_file', 'groups_claim']) {
    if (value[name] !== undefined && !isText(value[name])) return `oidc.${name} is not a text`;
  }
  return undefined;
}

/** Plain HTTP is for a provider on the same machine, as tests start one. */
function isSafeIssuer(issuer: string): boolean {
  return URL.canParse(issuer) && mayCarrySecrets(new URL(issuer));
}

function teamsFault(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (!isObject(value)) return 'teams is not an object of teams and their groups';
  for (const [name, groups] of Object.entries(value)) {
    if (!TEAM_NAME.test(name))
      return `'${name.slice(0, 100)}' is no name of a team: at most 64 letters, digits and . _ -`;
    if (!isTexts(groups)) return `teams.${name} is not a list of groups`;
  }
  return undefined;
}

function policyFault(value: unknown): string | undefined {
  const read = value === undefined ? NO_POLICY : readPolicy(value);
  return typeof read === 'string' ? `policy: ${read}` : undefined;
}

function policyOf(value: unknown): CollectPolicy {
  const read = value === undefined ? NO_POLICY : readPolicy(value);
  return typeof read === 'string' ? NO_POLICY : read; // Refused before.
}

const KEPT = ['text', 'raw', 'usage'] as const;
const MOST_DAYS = 99_999;

function retentionFault(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (!isObject(value)) return 'retention is not an object';
  const unknown = unknownKey(value, KEPT, 'retention.');
  if (unknown !== undefined) return unknown;
  for (const [name, days] of Object.entries(value)) {
    const isForever = days === 'forever' && name !== 'text';
    if (!isForever && !(Number.isInteger(days) && Number(days) >= 1 && Number(days) <= MOST_DAYS))
      return `retention.${name} takes a number of days${name === 'text' ? '' : ', or "forever"'}`;
  }
  return undefined;
}

function retentionOf(value: TeamFile['retention'] = {}): Retention {
  const days = Object.entries(value).map(([name, kept]) => [name, kept === 'forever' ? undefined : kept]);
  return Object.fromEntries(days);
}

function readSecret(config: string, file: string): string {
  const path = resolve(dirname(config), file);
  const text = readSmallFile(path, true)?.trim();
  if (text === undefined || text === '') throw new ThreadlineError('unreadable', `${path} holds no secret`);
  return text;
}
