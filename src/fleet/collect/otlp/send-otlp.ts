import type { OtlpBody } from '../../../core/writers/otlp/otlp-body.ts';
import { ThreadlineError } from '../../../errors.ts';
import { machineLimits } from '../../../limits/machine.ts';
import { findFiles } from '../../../machine/sessions/find-files.ts';
import { followSessions } from '../../../machine/sessions/following/follow-sessions.ts';
import type { HomeOptions } from '../../../machine/sessions/homes.ts';
import { openSession } from '../../../machine/sessions/open-session.ts';
import { createOtlpClient, type OtlpClientOptions } from './otlp-client.ts';
import { createOtlpSession, type OtlpSession, type OtlpSessionOptions } from './otlp-session.ts';

export interface SendOtlpOptions extends OtlpClientOptions, OtlpSessionOptions {
  homes?: HomeOptions['homes'];
  agents?: HomeOptions['agents'];
  /** Sends everything there is and ends. By default, sends what is written from now on until the signal is aborted. */
  once?: boolean | undefined;
}

/** Sends sessions to an OTLP receiver. Sending again, after a restart for example, sends the same. */
export async function sendOtlp(options: SendOtlpOptions): Promise<void> {
  await (options.once ? sendAll(options) : sendGrowing(options));
}

function homesOf({ homes, agents }: SendOtlpOptions): HomeOptions {
  return { homes, agents };
}

async function sendAll(options: SendOtlpOptions): Promise<void> {
  const client = createOtlpClient(options);
  for (const file of findFiles(homesOf(options))) {
    if (options.signal?.aborted) return;
    if (file.isSuperseded) continue;
    const session = await readWhole(file.path, options, async (read) => {
      for (const body of read.take()) await client.send(body);
    });
    for (const body of session?.end() ?? []) await client.send(body);
  }
}

/** Reads a session as it is. Undefined if it must not leave, or cannot be read, which is reported. */
async function readWhole(
  path: string,
  options: SendOtlpOptions,
  onSome: (session: OtlpSession) => Promise<void> = async () => {},
): Promise<OtlpSession | undefined> {
  try {
    const { info, eventBatches } = await openSession({ path }, homesOf(options));
    const session = createOtlpSession(info.cwd, options);
    if (!session) return undefined;
    for await (const outcomes of eventBatches({ ownOnly: true })) {
      for (const outcome of outcomes) session.push(outcome);
      await onSome(session);
      if (options.signal?.aborted) return undefined;
    }
    return session;
  } catch (error) {
    if (!(error instanceof ThreadlineError)) throw error;
    if (!options.signal?.aborted) options.onProblem(error.message);
    return undefined;
  }
}

/**
 * Follows all sessions. What an existing session already holds is read for the state of its turns and not sent. At most
 * `maxFollowedFiles` are kept. The one silent for longest makes room, and is read again if it continues.
 */
async function sendGrowing(options: SendOtlpOptions): Promise<void> {
  const client = createOtlpClient(options);
  const sessions = new Map<string, OtlpSession>();
  const began = Date.now();

  async function send(bodies: readonly OtlpBody[]): Promise<void> {
    for (const body of bodies) await client.send(body);
  }

  function keep(path: string, session: OtlpSession): void {
    sessions.delete(path);
    sessions.set(path, session);
    const [oldest] = sessions.keys();
    if (sessions.size > machineLimits.maxFollowedFiles && oldest !== undefined) sessions.delete(oldest);
  }

  for await (const { file, change } of followSessions({ ...homesOf(options), signal: options.signal })) {
    if (change.kind === 'reset' || change.kind === 'gone') sessions.delete(file.path);
    if (change.kind !== 'outcomes' || change.outcomes.length === 0) continue;
    const known = sessions.get(file.path);
    const session = known ?? (await readWhole(file.path, options));
    if (!session) continue;
    keep(file.path, session);
    if (known) for (const outcome of change.outcomes) if (outcome.offset > known.offset) known.push(outcome);
    await send(known ? session.take() : newerThan(session.take(), began));
    if (change.isCurrent) await send(session.unfinished());
  }
}

/** Keeps only what ended after a time. Sums always cover the whole thread. */
function newerThan(bodies: readonly OtlpBody[], began: number): OtlpBody[] {
  const isNew = (nanoseconds: string) => Number(nanoseconds) / 1e6 >= began;
  const newer: OtlpBody[] = [];
  for (const body of bodies) {
    if ('resourceSpans' in body) {
      for (const { scopeSpans } of body.resourceSpans)
        for (const part of scopeSpans) part.spans = part.spans.filter((span) => isNew(span.endTimeUnixNano));
      if (body.resourceSpans.every(({ scopeSpans }) => scopeSpans.every(({ spans }) => spans.length === 0))) continue;
    } else if ('resourceLogs' in body) {
      for (const { scopeLogs } of body.resourceLogs)
        for (const part of scopeLogs) part.logRecords = part.logRecords.filter((log) => isNew(log.timeUnixNano));
      if (body.resourceLogs.every(({ scopeLogs }) => scopeLogs.every(({ logRecords }) => logRecords.length === 0)))
        continue;
    }
    newer.push(body);
  }
  return newer;
}
