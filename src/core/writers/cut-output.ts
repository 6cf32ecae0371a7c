import * as coreLimits from '../../limits/core.ts';

/** Shortens an output to its beginning and end, with a mark between, because the agent is sent all of it. */
export function cutOutput(text: string): string {
  const most = coreLimits.maxHandedOverOutput;
  if (text.length <= most) return text;
  const room = most - 60;
  const head = text.slice(0, Math.ceil((room * 2) / 3));
  const tail = text.slice(-Math.floor(room / 3));
  const mark = `\n[${text.length - head.length - tail.length} characters cut by threadline]\n`;
  // A surrogate pair cut in two would become something else.
  return `${head.toWellFormed()}${mark}${tail.toWellFormed()}`;
}
