import { type HttpAnswer, jsonAnswer } from '../../machine/http/http-answer.ts';
import { type FoundSession, type GhostSession, ghostInfo } from '../../machine/sessions/ghosts/ghost-sessions.ts';
import { API_SCHEMA, type ApiGhosts, type ApiPrompts, type SessionHead } from './api-types.ts';
import { hideSecrets } from './hide-secrets.ts';
import { indexKey, listedHead } from './listed-head.ts';
import { notFound } from './request-error.ts';
import type { SessionEntry, SessionIndex } from './session-index.ts';
import type { ApiRoute } from './site.ts';

/** Finds the sessions of which only prompts are left, beside those that are there. */
export type ReadGhosts = (found: readonly FoundSession[]) => Promise<readonly GhostSession[]>;

export interface GhostRouteOptions {
  /** Undefined where there are no logs to read. */
  read: ReadGhosts | undefined;
  index: SessionIndex;
  /** Waits until the index has all sessions: one that is not in it yet would be taken for deleted. */
  filled(): Promise<void>;
  userHome: string;
}

const MAX_GHOSTS = 1000;
const MAX_PROMPTS = 1000;
const MAX_PROMPT_LENGTH = 20_000;
/** A list and the page of one of its rows read the logs once. */
const KEPT_MS = 5000;

/** Answers `/api/ghosts` and `/api/ghosts/AGENT/ID`. Nothing of it goes into the index. */
export function createGhostRoute({ read, index, filled, userHome }: GhostRouteOptions): ApiRoute {
  let kept: { at: number; ghosts: Promise<readonly GhostSession[]> } | undefined;

  return async (place) => {
    if (!read || (place.length !== 0 && place.length !== 2)) throw notFound();
    const ghosts = await readSoon(read);
    const [agent = '', id = ''] = place;
    return place.length === 0 ? list(ghosts) : prompts(ghosts, `${agent}/${id}`);
  };

  function readSoon(read: ReadGhosts): Promise<readonly GhostSession[]> {
    if (kept && performance.now() - kept.at < KEPT_MS) return kept.ghosts;
    const ghosts = filled().then(() => read([...index.all()].map(foundOf)));
    const own = { at: performance.now(), ghosts };
    kept = own;
    ghosts.catch(() => {
      if (kept === own) kept = undefined;
    });
    return ghosts;
  }

  function list(ghosts: readonly GhostSession[]): HttpAnswer {
    const items = ghosts.slice(0, MAX_GHOSTS).map(headOf);
    return jsonAnswer({ schema: API_SCHEMA, items, total: ghosts.length } satisfies ApiGhosts);
  }

  function prompts(ghosts: readonly GhostSession[], key: string): HttpAnswer {
    const ghost = ghosts.find(({ agent, id }) => indexKey(agent, id) === key);
    if (!ghost) throw notFound();
    const shown = ghost.prompts.slice(0, MAX_PROMPTS).map(promptOf);
    const answer = { schema: API_SCHEMA, head: headOf(ghost), prompts: shown, total: ghost.prompts.length };
    return jsonAnswer(answer satisfies ApiPrompts);
  }

  function headOf(ghost: GhostSession): SessionHead {
    const info = ghostInfo(ghost);
    const head = listedHead(info, { known: undefined, userHome });
    return info.ghost ? { ...head, ghost: info.ghost } : head;
  }
}

function foundOf({ head, threadId, path = '' }: SessionEntry): FoundSession {
  const found = { agent: head.agent, id: threadId ?? head.id, path, cwd: head.project };
  // Its prompts are in the archive, and no file has them.
  return head.gone || path === '' ? { ...found, gone: true } : found;
}

function promptOf({ text, at }: GhostSession['prompts'][number]): ApiPrompts['prompts'][number] {
  // Secrets are hidden before the cut, which would leave the half of one.
  const hidden = hideSecrets(text.slice(0, 2 * MAX_PROMPT_LENGTH));
  if (hidden.length <= MAX_PROMPT_LENGTH && text.length <= 2 * MAX_PROMPT_LENGTH) return { text: hidden, at };
  return { text: hidden.slice(0, MAX_PROMPT_LENGTH), at, cut: true };
}
