import { setTimeout as delay } from 'node:timers/promises';
import { ThreadlineError } from '../../../errors.ts';
import { liveEntries } from '../../../machine/live/agents/registry.ts';
import type { AuditLog } from '../../../machine/live/audit-log.ts';
import type { HubOptions, LiveAgent, LiveHub } from '../../../machine/live/index.ts';
import { API_SCHEMA } from '../api-types.ts';
import { shortFolder } from '../listed-head.ts';
import { RequestError } from '../request-error.ts';
import type { ApiRun, ApiRunRows, ApiRunStart, RunInputBody, RunStartBody, RunStopBody } from '../run-types.ts';
import { Run } from './run.ts';
import { createRunFeed, type RunFeed } from './run-feed.ts';
import type { RunFolders } from './run-folders.ts';
import { runPrice } from './run-price.ts';

/** The agents that run here. */
export interface Runs {
  readonly follow: RunFeed['follow'];
  list(): ApiRun[];
  find(id: string): Run;
  rowsOf(id: string): ApiRunRows;
  /** What a page can start, and where. */
  choices(): ApiRunStart;
  start(body: RunStartBody): Promise<ApiRun>;
  /** `pending`: an agent that waits for an answer takes it later. */
  input(id: string, body: RunInputBody): Promise<'sent' | 'steered' | 'queued' | 'pending'>;
  stop(id: string, body: RunStopBody): Promise<ApiRun>;
  close(): Promise<void>;
}

export interface RunsOptions {
  hub: LiveHub;
  audit: AuditLog;
  folders: RunFolders;
  /** The whole id of a listed session and the folder it worked in. */
  sessionOf(key: string): { agent: string; id: string; cwd: string | undefined } | undefined;
  left: ApiRunStart['left'];
  userHome: string;
  /** For every session that is opened. */
  live?: Partial<HubOptions> | undefined;
}

const MAX_OPEN = 16;
const MAX_ENDED = 50;
/** A start that fails at once is answered with why. One that takes longer is told by the run itself. */
const START_MS = 2000;
/** An agent that waits for a person takes no text before it has its answer. */
const SAY_MS = 500;

export function createRuns({ hub, audit, folders, sessionOf, left, userHome, live = {} }: RunsOptions): Runs {
  const runs = new Map<string, Run>();
  const feed = createRunFeed(list, (id) => runs.get(id));

  function list(): ApiRun[] {
    const rank = { waiting: 0, starting: 1, running: 1, stopping: 1, idle: 2, ended: 3 };
    const told = [...runs.values()].map((run) => run.api);
    return told.sort((a, b) => rank[a.status] - rank[b.status] || b.since - a.since);
  }

  function find(id: string): Run {
    const run = runs.get(id);
    if (!run) throw new RequestError(404, 'not-found');
    return run;
  }

  async function start(body: RunStartBody): Promise<ApiRun> {
    const { prompt, model, mode = 'ask', limits = {}, page } = body;
    const resumed = body.resume === undefined ? undefined : sessionOf(body.resume);
    if (body.resume !== undefined && resumed?.agent !== body.agent) throw new RequestError(404, 'no-session');
    const entry = liveEntries.find(({ name }) => name === body.agent);
    if (!entry) throw new RequestError(400, 'no-agent');
    const cwd = folders.admit(body.cwd);
    if (hub.list.length >= MAX_OPEN) throw new RequestError(429, 'too-many');
    audit.write({ type: 'start', agent: body.agent, cwd, mode, resume: body.resume, page });
    const run = new Run({
      agent: body.agent,
      prompt,
      cwd,
      folder: shortFolder(cwd, userHome),
      mode,
      model,
      limits,
      tell: feed.tell,
      onChange: feed.changed,
    });
    runs.set(run.id, run);
    forgetOldest();
    const { usd, tokens, ms } = limits;
    const opened = hub.open(entry.name as LiveAgent, {
      ...live,
      cwd,
      mode,
      model,
      resume: resumed?.id,
      signal: run.cancelled,
      limits: { tokens, usd, turnMs: ms, ...(usd !== undefined && { price: (used) => runPrice(used) ?? 0 }) },
    });
    const begun = opened.then(({ session }) => {
      // What cannot be read cannot be answered: the agent goes too.
      run.follow(session).catch((error: unknown) => {
        run.fail(error);
        void session.close();
      });
      session.send(prompt);
    });
    begun.catch((error: unknown) => run.fail(error));
    feed.changed(run);
    await Promise.race([begun, delay(START_MS, undefined, { ref: false })]);
    return run.api;
  }

  /** What is over is kept for a while, for those who look later. */
  function forgetOldest(): void {
    const ended = [...runs.values()].filter(({ status }) => status === 'ended');
    for (const run of ended.slice(0, Math.max(0, ended.length - MAX_ENDED))) runs.delete(run.id);
  }

  return {
    follow: feed.follow,
    list,
    find,
    rowsOf(id) {
      const run = find(id);
      return { schema: API_SCHEMA, run: run.api, rows: run.rows.last(), total: run.rows.total };
    },
    choices() {
      const agents = liveEntries.map(({ name, program }) => ({
        name,
        isInstalled: live.program !== undefined || program.detect(process.env) !== undefined,
        hint: program.installHint,
      }));
      return { schema: API_SCHEMA, agents, folders: folders.offered(), roots: [...folders.roots], left };
    },
    start,
    async input(id, { text, when, page }) {
      const run = find(id);
      const { session } = run;
      audit.write({ type: 'input', run: id, session: run.key, when, page });
      if (session.state === 'idle') {
        session.send(text);
        return 'sent';
      }
      const said = session.say(text, when === 'now' ? 'steer' : 'queue').then(({ delivered }) => delivered);
      said.catch((error: unknown) => run.warn(`what was said did not reach the turn: ${wordsOf(error)}`));
      return Promise.race([said, delay(SAY_MS, 'pending' as const, { ref: false })]);
    },
    async stop(id, { end, page }) {
      const run = find(id);
      audit.write({ type: 'stop', run: id, session: run.key, end, page });
      if (run.cancel()) return run.api;
      const { session } = run;
      await run.stopping<unknown>(() => (end ? session.close() : session.interrupt()));
      return run.api;
    },
    async close() {
      await hub.close();
      feed.close();
      audit.close();
    },
  };
}

/** The status and code of what an agent or its session refused. Anything else is a fault of ours. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof TypeError || error instanceof SyntaxError) return new RequestError(400, 'bad-request');
  if (!(error instanceof ThreadlineError)) return error;
  return error.code === 'not-found' ? new RequestError(404, 'no-folder') : new RequestError(409, error.code);
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
