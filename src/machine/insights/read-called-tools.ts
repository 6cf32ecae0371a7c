import { ThreadlineError } from '../../errors.ts';
import type { UsageRow } from '../usage/usage-row.ts';
import { calledTools } from './called-tools.ts';
import { type ReadStoryOptions, readStory } from './read-story.ts';

/** The name for requests whose session cannot be read. */
const UNKNOWN_TOOL = 'unknown';

/** Reads the sessions of some requests, and gives the tool that each request called first. */
export async function readCalledTools(
  rows: Iterable<UsageRow>,
  options: ReadStoryOptions = {},
): Promise<(row: UsageRow) => string> {
  const lines = new Map<string, number[]>();
  for (const { source, line } of rows) {
    const known = lines.get(source);
    if (known) known.push(line);
    else lines.set(source, [line]);
  }
  const tools = new Map<string, ReadonlyMap<number, string>>();
  for (const [source, list] of lines) {
    try {
      tools.set(source, calledTools(await readStory(source, options), list));
    } catch (error) {
      if (!(error instanceof ThreadlineError)) throw error;
    }
  }
  return ({ source, line }) => tools.get(source)?.get(line) ?? UNKNOWN_TOOL;
}
