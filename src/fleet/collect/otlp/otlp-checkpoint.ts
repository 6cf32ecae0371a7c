import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../../core/lines/json.ts';
import { sha256 } from '../../../core/lines/sha256.ts';
import type { TokenSeries } from '../../../core/writers/otlp/token-metrics.ts';
import { ThreadlineError } from '../../../errors.ts';
import { makePrivateFolder } from '../../../machine/sessions/data-folder.ts';
import { systemMessage } from '../../../machine/sessions/file-fault.ts';

/** What a receiver has of a session. */
export interface SentSession {
  /** Bytes of plain text before the last line of which everything was taken. Undefined if it was there before the first start. */
  offset?: number | undefined;
  /** Size and time of the file at that moment, to see whether there is more. */
  version: string;
  agent?: string | undefined;
  /** Its tokens. The machine's sums are those of all its sessions. */
  tokens: TokenSeries[];
}

/** What a receiver has of this machine, kept in a file. It holds no text. */
export interface OtlpCheckpoint {
  /** The same as long as the folder is there. */
  readonly instance: string;
  /** The first start, in milliseconds since 1970. What was written before is not sent. */
  readonly began: number;
  /** True if there was none. */
  readonly isFirst: boolean;
  readonly sessions: Map<string, SentSession>;
  /** Throws `write-failed`. */
  save(): void;
}

/** Opens the checkpoint of a receiver, or begins one. A file that is not ours to read begins anew: what is sent twice counts once. */
export function openCheckpoint(folder: string, url: URL): OtlpCheckpoint {
  const path = join(folder, `otlp-${sha256(url.href).slice(0, 16)}.json`);
  const kept = readKept(path);
  const { instance, began } = {
    instance: typeof kept.instance === 'string' ? kept.instance : randomUUID(),
    began: typeof kept.began === 'number' ? kept.began : Date.now(),
  };
  const sessions = new Map<string, SentSession>();
  for (const [name, value] of Object.entries(isObject(kept.sessions) ? kept.sessions : {})) {
    if (isSent(value)) sessions.set(name, value);
  }
  return {
    instance,
    began,
    isFirst: kept.began === undefined,
    sessions,
    save() {
      try {
        makePrivateFolder(folder);
        const half = `${path}.${process.pid}`;
        writeFileSync(half, JSON.stringify({ instance, began, sessions: Object.fromEntries(sessions) }), {
          mode: 0o600,
        });
        renameSync(half, path);
      } catch (error) {
        throw new ThreadlineError('write-failed', `cannot note what was sent: ${systemMessage(error)}`, {
          cause: error,
        });
      }
    },
  };
}

function readKept(path: string): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isObject(kept) ? kept : {};
  } catch {
    return {};
  }
}

function isSent(value: unknown): value is SentSession {
  if (!isObject(value) || typeof value.version !== 'string') return false;
  if (value.offset !== undefined && !Number.isSafeInteger(value.offset)) return false;
  return Array.isArray(value.tokens) && value.tokens.every(isSeries);
}

function isSeries(value: unknown): value is TokenSeries {
  if (!isObject(value) || !Array.isArray(value.buckets)) return false;
  const numbers = [value.count, value.sum, value.last, ...value.buckets];
  return numbers.every((one) => typeof one === 'number') && typeof value.type === 'string';
}
