/**
 * Gives each of several files after `--in` an option of its own: `--in a b` is `--in a --in b`. Arguments after `--`
 * are words, whatever they look like.
 */
export function splitFiles(args: readonly string[]): string[] {
  const end = args.indexOf('--');
  const split: string[] = [];
  let isFile = false;
  let isValue = false;
  for (const arg of end === -1 ? args : args.slice(0, end)) {
    if (arg === '--in') {
      isFile = true;
      isValue = true;
    } else if (arg.startsWith('-') && arg !== '-') isFile = false;
    else if (isFile && !isValue) split.push('--in');
    else isValue = false;
    split.push(arg);
  }
  return end === -1 ? split : [...split, ...args.slice(end)];
}
