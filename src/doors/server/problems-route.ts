import { jsonAnswer } from '../../machine/http/http-answer.ts';
import type { HomeOptions } from '../../machine/sessions/homes.ts';
import { type Sample, sampleFiles, type VersionReport } from '../../machine/sessions/survey/sample-files.ts';
import { API_SCHEMA, type ApiProblems } from './api-types.ts';
import { indexKey } from './listed-head.ts';
import { notFound } from './request-error.ts';
import type { SessionIndex } from './session-index.ts';
import type { ApiRoute } from './site.ts';

/** The number of files that are read for each version of an agent. */
const FILES_PER_VERSION = 10;
/** The lifetime of an answer. */
const FRESH_MS = 60_000;

/** Answers `/api/problems`: what is not understood in the newest files of each version, as in `threadline doctor`. */
export function createProblemsRoute(homes: HomeOptions, index: SessionIndex, now: () => number = Date.now): ApiRoute {
  let looked: { at: number; sample: Promise<Sample> } | undefined;

  function sampleOf(): Promise<Sample> {
    if (!looked || now() - looked.at > FRESH_MS) {
      looked = { at: now(), sample: sampleFiles({ ...homes, sample: FILES_PER_VERSION }) };
    }
    return looked.sample;
  }

  return async (place) => {
    if (place.length > 0) throw notFound();
    const { read, versions } = await sampleOf();
    return jsonAnswer({
      schema: API_SCHEMA,
      looked: { sessions: read, of: index.size },
      groups: versions.flatMap(groupsOf),
    } satisfies ApiProblems);
  };
}

/** The same from a store alone, which keeps only the number of bad lines of each session. */
export function createStoredProblemsRoute(index: SessionIndex): ApiRoute {
  return async (place) => {
    if (place.length > 0) throw notFound();
    const groups = new Map<string, ApiProblems['groups'][number]>();
    for (const { head } of index.all()) {
      if (head.problems === 0) continue;
      const { agent, version = '' } = head;
      const name = `${agent}\n${version}`;
      const group = groups.get(name) ?? { agent, version, code: 'problems', count: 0, sessions: 0 };
      groups.set(name, { ...group, count: group.count + head.problems, sessions: group.sessions + 1 });
    }
    const looked = { sessions: index.size, of: index.size };
    return jsonAnswer({ schema: API_SCHEMA, looked, groups: [...groups.values()] } satisfies ApiProblems);
  };
}

/** Names and counts, never content. */
function groupsOf(report: VersionReport): ApiProblems['groups'] {
  const common = { agent: report.agent, version: report.version ?? '', sessions: report.files };
  return [
    ...report.problems.entries().map(([code, count]) => {
      const place = report.places.get(code);
      // A file without an id has no page on which its lines could be shown.
      const sample = place?.id && { session: indexKey(report.agent, place.id), line: place.line };
      return { ...common, code, count, ...(sample && { sample }) };
    }),
    ...report.unknownEvents.entries().map(([name, count]) => ({ ...common, code: 'unknown-event', name, count })),
    ...report.unknownItems.entries().map(([name, count]) => ({ ...common, code: 'unknown-item', name, count })),
  ];
}
