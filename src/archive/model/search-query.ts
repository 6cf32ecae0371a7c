import type { AgentName } from '../../core/thread/event.ts';
import type { BlockKind, BlockRole } from './block-row.ts';
import type { SessionKey } from './session-row.ts';

/**
 * The meaning of `text`. `words`: all words anywhere in a block, ignoring case and accents; `wor*` is a prefix.
 * `phrase`: adjacent words in this order. `exact`: these characters. `regex`: a JavaScript regular expression.
 */
export const searchModes = ['words', 'phrase', 'exact', 'regex'] as const;
/** How the words of a query are meant. */
export type SearchMode = (typeof searchModes)[number];

/** A search. All given filters must hold. */
export interface SearchQuery {
  text: string;
  mode: SearchMode;
  /** For `regex`: `i`, `m`, `s`; `u` is always on. */
  flags?: string | undefined;
  /** Ranks the newest 2000 matches by relevance, instead of newest first. Not with `exact` and `regex`. */
  best?: boolean | undefined;
  agent?: AgentName | undefined;
  /** Any of these agents. */
  agents?: readonly AgentName[] | undefined;
  /** Folders. Matches sessions in one of them or below it. */
  projects?: readonly string[] | undefined;
  /** Matches sessions whose folder is written exactly like one of these, and none below it. */
  folders?: readonly string[] | undefined;
  /** Only these sessions, or all but these. */
  sessions?: readonly SessionKey[] | undefined;
  notSessions?: readonly SessionKey[] | undefined;
  /** Milliseconds since 1970; `since` is included, `until` is not. */
  since?: number | undefined;
  until?: number | undefined;
  role?: BlockRole | undefined;
  kind?: BlockKind | undefined;
  /** The name of a tool. Matches its calls and results. */
  tool?: string | undefined;
  /** Matches sessions that touched this file: a whole path or its last parts. */
  file?: string | undefined;
  /** Matches sessions of this model, or whose model's name begins so. */
  model?: string | undefined;
  /** The machine of the session, in a store of many. */
  machine?: string | undefined;
  /** Whose work, in the store of a team server: as in `WorkFilter`. */
  person?: string | undefined;
  team?: string | undefined;
  repository?: string | undefined;
  /** Only results of calls that failed. */
  errors?: boolean | undefined;
}

/** Throws a TypeError for a malformed query from a caller without types. */
export function checkSearchQuery({ text, mode }: SearchQuery): void {
  if (typeof text !== 'string' || text === '') throw new TypeError('text is what to look for');
  if (!searchModes.includes(mode)) throw new TypeError(`mode is one of ${searchModes.join(', ')}`);
}

/** Options of a search that do not change what is found. */
export interface SearchOptions {
  /** Ends the search. */
  signal?: AbortSignal | undefined;
  /** Number of characters before and after a match. Default: 80. */
  context?: number | undefined;
  /** Ends a search that no index helps after this many milliseconds, in a store of many machines. */
  scanMs?: number | undefined;
  /** Receives each hit as it is found, before the search ends. Not with ranking. */
  onHit?: ((hit: SearchHit) => void) | undefined;
  /** Receives progress if all texts must be scanned: chunks done and chunks in all. */
  onScan?: ((done: number, of: number) => void) | undefined;
}

/** A block in which the text was found. */
export interface SearchHit {
  session: SessionKey & { home: string };
  /** The file that was searched, if it was named instead of the archive. */
  file?: string | undefined;
  /** The session's title, or its first prompt. */
  title?: string | undefined;
  project?: string | undefined;
  machine?: string | undefined;
  /** True if the session's file is gone. */
  gone: boolean;
  /** True if only a log of prompts tells of the session. No store sets it. */
  ghost?: true | undefined;
  /** The id of the message, and the block's position in the session. */
  message: string;
  seq: number;
  role: BlockRole;
  kind: BlockKind;
  tool?: string | undefined;
  error?: boolean | undefined;
  /** Milliseconds since 1970; 0 if unknown. */
  at: number;
  /** The text before the match, the match, and the text after it, with original whitespace. */
  before: string;
  match: string;
  after: string;
}

/** The result of a search. */
export interface SearchPage {
  /** Newest first, or best first. */
  hits: SearchHit[];
  /** The start of the next page. Absent on the last one, and with ranking. */
  next?: string | undefined;
  /** The number of sessions searched, of those found on the machine. */
  searched: { sessions: number; of: number };
  /** For others: the number of sessions that were not looked at yet by the present rules of redaction, and not searched. */
  unredacted?: number | undefined;
  /** The last refresh of the store, in milliseconds since 1970; 0 if there was none. */
  freshAt: number;
  /** True if every text had to be scanned. */
  scanned: boolean;
  /** The number of newest matches that were ranked. Absent if all were, or none. */
  rankedOf?: number | undefined;
  /**
   * Only texts from this time on were looked at: no index helps, and the time for it was over. `next` goes on there.
   * Milliseconds since 1970. Absent if all were.
   */
  searchedFrom?: number | undefined;
  /** The number of blocks skipped because the regular expression took too long. */
  gaveUp?: number | undefined;
}
