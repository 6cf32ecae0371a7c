import { hostname } from 'node:os';
import { names } from '../../../core/writers/otlp/conventions.ts';
import type { OtlpBody } from '../../../core/writers/otlp/otlp-body.ts';
import { ThreadlineError } from '../../../errors.ts';
import { machineLimits } from '../../../limits/machine.ts';
import { findFiles } from '../../../machine/sessions/find-files.ts';
import { type FollowedChange, followSessions } from '../../../machine/sessions/following/follow-sessions.ts';
import { type HomeOptions, storeOf } from '../../../machine/sessions/homes.ts';
import { openSession } from '../../../machine/sessions/open-session.ts';
import { versionOf } from '../../../machine/sessions/session-source.ts';
import type { SessionFile } from '../../../machine/sessions/store.ts';
import { machineTokens } from './machine-tokens.ts';
import { newerThan } from './newer-than.ts';
import { openCheckpoint, type SentSession } from './otlp-checkpoint.ts';
import { createOtlpClient, type OtlpClientOptions } from './otlp-client.ts';
import { createOtlpSession, type OtlpSession, type OtlpSessionOptions } from './otlp-session.ts';
import { readAttributes } from './resource-attributes.ts';

export interface SendOtlpOptions extends OtlpClientOptions, Omit<OtlpSessionOptions, 'machine' | 'startedBy'> {
  homes?: HomeOptions['homes'];
  agents?: HomeOptions['agents'];
  /** Our own folder. It holds what the receiver has. */
  folder: string;
  /** More attributes of the resource, in the form of `OTEL_RESOURCE_ATTRIBUTES`: a person's name, for example. */
  attributes?: string | undefined;
  /** Sends everything there is and ends. By default, sends what was written since the first start until the signal is aborted. */
  once?: boolean | undefined;
}

/** Sends sessions to an OTLP receiver. What is sent again, after a crash for example, is the same and counts once. */
export async function sendOtlp(options: SendOtlpOptions): Promise<void> {
  const { signal, once = false, homes, agents } = options;
  const where: HomeOptions = { homes, agents };
  const client = createOtlpClient(options);
  const checkpoint = openCheckpoint(options.folder, options.url);
  const machine = {
    [names.serviceInstance]: checkpoint.instance,
    [names.host]: hostname(),
    ...readAttributes(options.attributes),
  };
  /** Sessions that are being written to. */
  const open = new Map<string, OtlpSession>();
  let saving: NodeJS.Timeout | undefined;
  // What is there at the first start is not sent. Noted at once: the next start is not the first one.
  for (const file of checkpoint.isFirst && !once ? findFiles(where) : [])
    checkpoint.sessions.set(file.path, { version: versionOf(file), tokens: [] });
  save();

  function save(): void {
    clearTimeout(saving);
    saving = undefined;
    try {
      checkpoint.save();
    } catch (error) {
      if (!(error instanceof ThreadlineError)) throw error;
      options.onProblem(error.message);
    }
  }

  async function send(bodies: readonly OtlpBody[]): Promise<void> {
    for (const body of bodies) await client.send(body);
  }

  /** Sends what is new of a session, then the machine's sums, and notes that. */
  async function sendNew(file: SessionFile, version: string, session: OtlpSession, isFirst: boolean): Promise<void> {
    const bodies = session.take();
    await send(isFirst && !once ? newerThan(bodies, checkpoint.began) : bodies);
    if (signal?.aborted) return;
    const { agent, tokens, offset } = session;
    const before = checkpoint.sessions.get(file.path);
    const sent: SentSession = { offset, version, agent, tokens };
    checkpoint.sessions.set(file.path, sent);
    const isNews = once ? version !== '' : JSON.stringify(before?.tokens) !== JSON.stringify(tokens);
    if (agent !== undefined && tokens.length > 0 && isNews) await send([machineTokens(checkpoint, agent, machine)]);
    // Noting each session by itself would cost more than sending some again.
    saving ??= setTimeout(save, SAVED_MS);
  }

  /** Reads a session from its beginning. What the receiver has already is only read for the state of its turns. */
  async function readWhole(file: SessionFile): Promise<OtlpSession | undefined> {
    // Before it is read: what comes meanwhile is seen the next time.
    const version = versionOf(file);
    const known = once ? undefined : checkpoint.sessions.get(file.path);
    try {
      const { info, eventBatches } = await openSession({ path: file.path }, where);
      const startedBy = startOf(file, info.parentId, where);
      const session = createOtlpSession(info.cwd, { ...options, machine, startedBy });
      if (!session) return undefined;
      const isFirst = known?.offset === undefined;
      let isBehind = !isFirst;
      for await (const outcomes of eventBatches({ ownOnly: true })) {
        for (const outcome of outcomes) {
          if (isBehind && outcome.offset > (known?.offset ?? -1)) {
            isBehind = false;
            session.take();
          }
          session.push(outcome);
        }
        if (!isBehind) await sendNew(file, '', session, isFirst);
        if (signal?.aborted) return undefined;
      }
      if (isBehind) session.take();
      if (once) await send(session.end());
      await sendNew(file, version, session, isFirst);
      return session;
    } catch (error) {
      if (!(error instanceof ThreadlineError)) throw error;
      if (!signal?.aborted) options.onProblem(error.message);
      return undefined;
    }
  }

  /** What was written while nobody looked. */
  async function catchUp(): Promise<void> {
    for (const file of findFiles(where)) {
      if (signal?.aborted) return;
      const known = checkpoint.sessions.get(file.path);
      const isNew = once || known?.version !== versionOf(file);
      if (!file.isSuperseded && isNew) await readWhole(file);
    }
  }

  async function take({ file, change }: FollowedChange): Promise<void> {
    if (change.kind === 'reset' || change.kind === 'gone') open.delete(file.path);
    if (change.kind === 'reset') checkpoint.sessions.delete(file.path);
    if (change.kind !== 'outcomes' || change.outcomes.length === 0) return;
    const known = open.get(file.path);
    const session = known ?? (await readWhole(file));
    if (!session) return;
    keep(file.path, session);
    if (known) {
      for (const outcome of change.outcomes) if (outcome.offset > known.offset) known.push(outcome);
      await sendNew(file, versionOf(file), known, false);
    }
    if (change.isCurrent) await send(session.unfinished());
  }

  /** At most `maxFollowedFiles` are kept. The one silent for longest makes room, and is read again if it continues. */
  function keep(path: string, session: OtlpSession): void {
    open.delete(path);
    open.set(path, session);
    const [oldest] = open.keys();
    if (open.size > machineLimits.maxFollowedFiles && oldest !== undefined) open.delete(oldest);
  }

  try {
    await (once ? catchUp() : follow());
  } finally {
    save();
  }

  async function follow(): Promise<void> {
    const changes = followSessions({ ...where, signal })[Symbol.asyncIterator]();
    // It looks where all files end before the others are read, so that nothing falls between.
    let next = changes.next();
    await catchUp();
    for (let change = await next; !change.done; change = await next) {
      await take(change.value);
      next = changes.next();
    }
  }
}

/** Known where the agent notes the call beside the file. What is only told by the parent's own file is not looked for. */
function startOf(file: SessionFile, thread: string | undefined, where: HomeOptions): OtlpSessionOptions['startedBy'] {
  const call = thread === undefined ? undefined : storeOf({ agent: file.agent?.name }, where)?.agentNote?.(file).callId;
  return thread !== undefined && call !== undefined ? { thread, call } : undefined;
}

const SAVED_MS = 1000;
