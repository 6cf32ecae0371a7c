import { type RawSource, type SendMode, sendModes } from '../../archive/index.ts';
import { isObject } from '../../core/lines/json.ts';
import { fleetLimits } from '../../limits/fleet.ts';
import { unprocessable } from './check-segment.ts';
import { Refusal } from './refusal.ts';

const AGENT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const GENERATION = /^[\x21-\x7e]{1,200}$/;

/** Parses the sources that a machine asks about. One invalid source refuses all: `index` says which. */
export function parseSources(body: Uint8Array): RawSource[] {
  const value = parseJson(body);
  const sources = isObject(value) ? value.sources : undefined;
  if (!Array.isArray(sources)) throw new Refusal(422, { reason: 'no-sources' });
  if (sources.length > fleetLimits.maxSourcesAtOnce) throw new Refusal(422, { reason: 'too-many-sources' });
  return sources.map((source: unknown, index) => {
    const parsed = parseSource(source);
    if (!parsed) throw unprocessable('bad-source', index);
    return parsed;
  });
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new Refusal(422, { reason: 'bad-json' });
  }
}

function parseSource(value: unknown): RawSource | undefined {
  if (!isObject(value)) return undefined;
  const { agent, home, path, generation, mode, project, repository, noRepository, title } = value;
  if (typeof agent !== 'string' || !AGENT.test(agent)) return undefined;
  if (typeof generation !== 'string' || !GENERATION.test(generation)) return undefined;
  if (!isPath(home) || !isPath(path) || !isSending(mode)) return undefined;
  if (project !== undefined && !isPath(project)) return undefined;
  if (repository !== undefined && !isPath(repository)) return undefined;
  if (noRepository !== undefined && typeof noRepository !== 'boolean') return undefined;
  if (title !== undefined && !isPath(title)) return undefined;
  return { agent, home, path, generation, mode, project, repository, noRepository, title };
}

/** A path or another name, as the machine gives it. It is never opened here; the store must be able to keep it. */
function isPath(value: unknown): value is string {
  if (typeof value !== 'string' || value.length === 0 || value.includes('\0') || !value.isWellFormed()) return false;
  return Buffer.byteLength(value) <= fleetLimits.maxSourcePathBytes;
}

/** Nothing is sent of a project whose mode is `off`, not even a name. */
function isSending(value: unknown): value is SendMode {
  return value !== 'off' && sendModes.some((mode) => mode === value);
}
