import { ThreadlineError } from '../../errors.ts';
import { machineLimits } from '../../limits/machine.ts';
import { jsonAnswer } from '../../machine/http/http-answer.ts';
import { openSession } from '../../machine/sessions/open-session.ts';
import type { AgentStore } from '../../machine/sessions/store.ts';
import { FileReport } from '../../machine/sessions/survey/file-report.ts';
import { API_SCHEMA, type ApiProblems } from './api-types.ts';
import { notFound } from './request-error.ts';
import type { SessionEntry, SessionIndex } from './session-index.ts';
import type { ApiRoute } from './site.ts';

/** The number of the newest files of each version that are read even if no problem of theirs is known. */
const FILES_PER_VERSION = 10;
/** The most bytes that one answer reads. The next one goes on. */
const MAX_BYTES = 128 * 1024 * 1024;

type Group = ApiProblems['groups'][number];

/**
 * Answers `/api/problems`. The index knows how many lines of each session could not be read. The files of those, and the
 * newest of each version, are read to tell why, and for kinds that are not known yet.
 */
export function createProblemsRoute(index: SessionIndex, agents: readonly AgentStore[]): ApiRoute {
  const reports = new Map<string, { state: string; report: FileReport | undefined }>();
  let reading: Promise<void> | undefined;

  return async (place) => {
    if (place.length > 0) throw notFound();
    reading ??= readSome().finally(() => {
      reading = undefined;
    });
    await reading;
    const groups = createGroups();
    let looked = 0;
    for (const entry of index.all()) {
      const report = reportOf(entry);
      if (entry.stored || report) looked += 1;
      if (report) groups.addReport(entry, report);
      // What the index counts and no file can tell any more.
      else if (entry.head.problems > 0) groups.add(entry, { code: 'problems', count: entry.head.problems });
    }
    const answer = { schema: API_SCHEMA, looked: { sessions: looked, of: index.size }, groups: groups.all() };
    return jsonAnswer(answer satisfies ApiProblems);
  };

  function reportOf(entry: SessionEntry): FileReport | undefined {
    const known = reports.get(entry.key);
    return known?.state === stateOf(entry) ? known.report : undefined;
  }

  async function readSome(): Promise<void> {
    let bytes = 0;
    for (const entry of wantedOf(index)) {
      if (reports.get(entry.key)?.state === stateOf(entry)) continue;
      bytes += entry.size;
      if (bytes > MAX_BYTES) return;
      reports.set(entry.key, { state: stateOf(entry), report: await read(entry.path, agents) });
    }
  }
}

function stateOf({ path, size, writtenAt }: SessionEntry): string {
  return `${path}.${size}.${writtenAt}`;
}

/** Sessions with a file and known problems, then the newest of each version. */
function* wantedOf(index: SessionIndex): Generator<SessionEntry & { path: string }> {
  const readable = [...index.all()].filter(
    (entry): entry is SessionEntry & { path: string } =>
      entry.path !== undefined && entry.size <= machineLimits.maxDoctorFileBytes,
  );
  readable.sort((one, other) => other.writtenAt - one.writtenAt);
  yield* readable.filter(({ head }) => head.problems > 0);
  const counts = new Map<string, number>();
  for (const entry of readable) {
    const name = `${entry.head.agent}\n${entry.head.version}`;
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    if (count < FILES_PER_VERSION) yield entry;
  }
}

/** Undefined for a file that cannot be read. Its own page says what is wrong. */
async function read(path: string, agents: readonly AgentStore[]): Promise<FileReport | undefined> {
  const report = new FileReport(path, Number.POSITIVE_INFINITY);
  try {
    const session = await openSession({ path }, { agents });
    for await (const batch of session.eventBatches({ ownOnly: true })) for (const outcome of batch) report.add(outcome);
    return report;
  } catch (error) {
    if (error instanceof ThreadlineError) return undefined;
    throw error;
  }
}

/** Counts by agent, version, code and name: never content. */
function createGroups() {
  const byName = new Map<string, Group>();

  function add({ head }: SessionEntry, found: Pick<Group, 'code' | 'name' | 'count' | 'sample'>): void {
    const { agent, version = '' } = head;
    const key = JSON.stringify([agent, version, found.code, found.name]);
    const known = byName.get(key) ?? { agent, version, ...found, count: 0, sessions: 0 };
    byName.set(key, { ...known, count: known.count + found.count, sessions: known.sessions + 1 });
  }

  function addReport(entry: SessionEntry, { problems, unknownEvents, unknownItems }: FileReport): void {
    for (const [code, own] of Map.groupBy(problems, ({ code }) => code)) {
      add(entry, { code, count: own.length, sample: { session: entry.key, line: own[0]?.line ?? 0 } });
    }
    for (const [name, count] of unknownEvents.entries()) add(entry, { code: 'unknown-event', name, count });
    for (const [name, count] of unknownItems.entries()) add(entry, { code: 'unknown-item', name, count });
  }

  return { add, addReport, all: () => [...byName.values()].sort((one, other) => other.count - one.count) };
}
