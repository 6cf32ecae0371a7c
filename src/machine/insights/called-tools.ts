import type { ToldStory } from './session-story.ts';

/** The name for requests whose answer called no tool. */
export const NO_TOOL = '(no tool)';

/**
 * The tool that the answer to each request called first, by the line of the request. Most agents write the counts of a
 * request at its beginning, some after its calls.
 */
export function calledTools(
  { calls, counts }: Pick<ToldStory, 'calls' | 'counts'>,
  lines: Iterable<number>,
): Map<number, string> {
  const tools = new Map<number, string>();
  const sorted = [...new Set(lines)].sort((one, other) => one - other);
  let next = 0;
  for (const [index, line] of sorted.entries()) {
    const isAfter = counts.has(line);
    const end = isAfter ? line : (sorted[index + 1] ?? Number.POSITIVE_INFINITY) - 1;
    const start = isAfter ? (sorted[index - 1] ?? 0) + 1 : line;
    let first: string | undefined;
    for (let call = calls[next]; call && call.line <= end; call = calls[next]) {
      if (call.line >= start) first ??= call.tool;
      next += 1;
    }
    tools.set(line, first ?? NO_TOOL);
  }
  return tools;
}
