import type { AgentName } from '../../core/thread/event.ts';
import type { BlockKind, BlockRole } from './block-row.ts';
import type { SessionKey } from './session-row.ts';

/**
 * How `text` is meant. `words`: all of them somewhere in a block, case and accents do not matter, `wor*` is a beginning.
 * `phrase`: in this order, next to each other. `exact`: these characters. `regex`: a regular expression of JavaScript.
 */
export const searchModes = ['words', 'phrase', 'exact', 'regex'] as const;
export type SearchMode = (typeof searchModes)[number];

/** What is looked for. All filters that are given must hold. */
export interface SearchQuery {
  text: string;
  mode: SearchMode;
  /** For `regex`: `i`, `m`, `s`; `u` is always on. */
  flags?: string | undefined;
  /** Rank the newest 2000 that match by how well they do, instead of the newest first. Not with `exact` and `regex`. */
  best?: boolean | undefined;
  agent?: AgentName | undefined;
  /** Any of these agents. */
  agents?: readonly AgentName[] | undefined;
  /** Folders: sessions in one of them or below it. */
  projects?: readonly string[] | undefined;
  /** Only these sessions, or all but these. */
  sessions?: readonly SessionKey[] | undefined;
  notSessions?: readonly SessionKey[] | undefined;
  /** Milliseconds since 1970; the first one belongs to it, the last one does not. */
  since?: number | undefined;
  until?: number | undefined;
  role?: BlockRole | undefined;
  kind?: BlockKind | undefined;
  /** The name of a tool: its calls and results. */
  tool?: string | undefined;
  /** Sessions that touched this file: a whole path or its last parts. */
  file?: string | undefined;
  /** Sessions of this model, or whose model's name begins so. */
  model?: string | undefined;
  /** The machine that it was said on, where the store holds many. */
  machine?: string | undefined;
  /** Only results of calls that failed. */
  errors?: boolean | undefined;
}

/** Throws a TypeError for a query that a caller without types made. */
export function checkSearchQuery({ text, mode }: SearchQuery): void {
  if (typeof text !== 'string' || text === '') throw new TypeError('text is what to look for');
  if (!searchModes.includes(mode)) throw new TypeError(`mode is one of ${searchModes.join(', ')}`);
}

export interface SearchOptions {
  signal?: AbortSignal | undefined;
  /** How many characters stand before and after a match; 80 where it is absent. */
  context?: number | undefined;
  /** Told each hit as it is found, before all are there; not where they are ranked. */
  onHit?: ((hit: SearchHit) => void) | undefined;
  /** Told now and then how much was looked through, where all texts have to be: chunks done and chunks in all. */
  onScan?: ((done: number, of: number) => void) | undefined;
}

/** A block in which the text was found. */
export interface SearchHit {
  session: SessionKey & { home: string };
  /** The session's name, or its first prompt. */
  title?: string | undefined;
  project?: string | undefined;
  machine?: string | undefined;
  /** The session's file is gone. */
  gone: boolean;
  /** The id of the message, and the block's place in the session. */
  message: string;
  seq: number;
  role: BlockRole;
  kind: BlockKind;
  tool?: string | undefined;
  error?: boolean | undefined;
  /** Milliseconds since 1970; 0 where nothing tells. */
  at: number;
  /** What stands before the match, the match itself, and what follows; whitespace as it was. */
  before: string;
  match: string;
  after: string;
}

/** What a search found, and what it looked at. */
export interface SearchPage {
  /** The newest first, or the best first. */
  hits: SearchHit[];
  /** Where the next page begins; absent on the last one, and where they are ranked. */
  next?: string | undefined;
  /** How many sessions were searched, of how many that were found on the machine. */
  searched: { sessions: number; of: number };
  /** When the store was last brought up to date, in milliseconds since 1970; 0 where it never was. */
  freshAt: number;
  /** Every text had to be looked at. */
  scanned: boolean;
  /** Only so many of the newest matches were ranked; absent where all were, or none. */
  rankedOf?: number | undefined;
  /** A regular expression that took too long was given up: some blocks were not looked at. */
  gaveUp?: number | undefined;
}
