import type { ApiChangedFile, ApiChanges, ApiTime } from '../../src/doors/server/api-types.ts';
import type { CommittedChanges } from '../../src/machine/provenance/committed-changes.ts';

/** A request as `threadline usage --explain --json` tells it. */
export interface Explained {
  rows: { line: number; input: number; cached: number; output: number; reasoning: number; cost_usd: number | null }[];
  total: {
    requests: number;
    input: number;
    cached: number;
    output: number;
    reasoning: number;
    cost_usd: number | null;
  };
}

/** What the page of changes and `threadline changes --json` both tell, in one form: all but the rows of the page. */
export function toldChanges({ commands, ...told }: ApiChanges | CommittedChanges): object {
  const files: readonly Told[] = 'undone' in told ? [...told.files, ...told.undone] : told.files;
  return {
    commands,
    files: files
      .map((file) => ({
        path: file.path,
        ...pick(file, ['kind', 'added', 'removed', 'level', 'turns', 'patch', 'committed', 'lost']),
        base: file.base === 'unknown' ? 'unknown' : 'known',
        hunks: file.hunks?.map((hunk) => ({
          ...pick(hunk, ['old', 'new', 'lines', 'commits']),
          origin: hunk.origin.map(({ line, count, turn, call, at }) => ({ line, count, turn, call, at })),
        })),
      }))
      .sort((one, other) => (one.path < other.path ? -1 : 1)),
  };
}

type Told = Omit<CommittedChanges['files'][number], 'base'> & Pick<ApiChangedFile, 'hunks'> & { base: string };

/** The requests of the page of time, and of the command: each by its line, the sum last. */
export function pageRequests({ nodes, usage, requests }: ApiTime): string[] {
  const told = nodes.filter(({ id }) => id.startsWith('r'));
  return [
    ...told
      .map(({ usage: used, costUsd }) => `${used?.input} ${used?.cached} ${used?.output} ${costUsd ?? null}`)
      .sort(),
    `${requests} ${usage.input} ${usage.cached} ${usage.output} ${usage.reasoning} ${usage.costUsd}`,
  ];
}

export function explainedRequests({ rows, total }: Explained): string[] {
  return [
    ...rows.map(({ input, cached, output, cost_usd }) => `${input} ${cached} ${output} ${cost_usd}`).sort(),
    `${rows.length} ${total.input} ${total.cached} ${total.output} ${total.reasoning} ${total.cost_usd}`,
  ];
}

function pick<One extends object, Key extends keyof One>(one: One, keys: readonly Key[]): Partial<Pick<One, Key>> {
  // An absent field is one that is undefined: JSON has neither.
  return Object.fromEntries(keys.filter((key) => one[key] !== undefined).map((key) => [key, one[key]])) as Partial<
    Pick<One, Key>
  >;
}
