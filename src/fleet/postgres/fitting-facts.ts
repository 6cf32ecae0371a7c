import { redactText } from '../../archive/folding/block-redaction.ts';
import { textColumn } from '../../archive/model/stored-row.ts';
import { isBelow } from '../../core/tools/path-below.ts';
import type { Queries } from './connect.ts';

/** The folders and models of a tenant's sessions, as they are kept, that fit what others asked for. */
export interface FittingFacts {
  projects?: readonly string[];
  models?: readonly string[];
}

/** Compares what others see of them. The server cannot redact, and there are few of either. */
export async function fittingFacts(
  queries: Queries,
  {
    projects,
    isModel,
  }: { projects?: readonly string[] | undefined; isModel?: ((model: string) => boolean) | undefined },
): Promise<FittingFacts> {
  const tests = projects?.map(isBelow);
  return {
    ...(tests && { projects: await fitting(queries, 'project', (path) => tests.some((test) => test(path))) }),
    ...(isModel && { models: await fitting(queries, 'model', isModel) }),
  };
}

async function fitting(
  queries: Queries,
  column: 'project' | 'model',
  fits: (text: string) => boolean,
): Promise<string[]> {
  const rows = await queries.all(`select distinct ${column} as value from session where ${column} is not null`);
  return rows.flatMap(({ value }) => textColumn(value) ?? []).filter((text) => fits(redactText(text)));
}
