import type { NameCounts } from '../../../machine/sessions/survey/file-report.ts';
import { shortPath } from '../wording.ts';
import { createJsonEncoder } from '../write-json.ts';
import { healthJson } from './archive-health.ts';
import { collectorJson } from './collector-health.ts';
import type { Diagnosis } from './doctor.ts';
import { serverJson } from './server-health.ts';

/** A program's name for a type or a field. Keys of tables may be paths, addresses, anything that a person wrote. */
const PLAIN_NAME = /^[A-Za-z_$][\w$.-]{0,99}$/;
const OTHER_NAME = '(other)';

/** The form of `--json`: a contract. It holds nothing that a person or a model wrote. */
export function doctorJson(
  { threadline, agents, homes, archive, server, collector, sample }: Diagnosis,
  forTerminal: boolean,
): string {
  const value = {
    threadline,
    agents: agents.map(({ name, program, version }) => ({
      name,
      program: program === undefined ? null : shortPath(program),
      version: version ?? null,
    })),
    homes: homes.map(({ path, ...home }) => ({ ...home, path: shortPath(path) })),
    archive: healthJson(archive),
    ...(server && { server: serverJson(server) }),
    ...(collector && { collector: collectorJson(collector) }),
    looked_at: {
      files: sample.read,
      of: homes.reduce((sum, { sessions }) => sum + sessions, 0),
      too_large: sample.skipped,
    },
    versions: sample.versions.map((found) => ({
      agent: found.agent,
      version: found.version === undefined ? null : shareable(found.version),
      files: found.files,
      lines: found.lines,
      problems: countsOf(found.problems),
      unknown_events: countsOf(found.unknownEvents),
      unknown_items: countsOf(found.unknownItems),
      extra_fields: countsOf(found.extraFields),
    })),
  };
  return `${createJsonEncoder({ forTerminal })(value)}\n`;
}

function countsOf(counts: NameCounts): Record<string, number> {
  const shared = new Map<string, number>();
  for (const [name, count] of counts.entries()) {
    const key = PLAIN_NAME.test(name) ? name : OTHER_NAME;
    shared.set(key, (shared.get(key) ?? 0) + count);
  }
  return Object.fromEntries(shared);
}

function shareable(version: string): string {
  return /^[\w.+-]{1,40}$/.test(version) ? version : OTHER_NAME;
}
