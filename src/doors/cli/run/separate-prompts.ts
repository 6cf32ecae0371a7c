import type { ParseArgsOptionsConfig } from 'node:util';

/** Separates the prompts from the arguments: any with a space that is not an option's value, and all after `--`. */
export function separatePrompts(
  args: readonly string[],
  options: ParseArgsOptionsConfig,
): { prompts: string[]; rest: string[] } {
  const prompts: string[] = [];
  const rest: string[] = [];
  let isValue = false;
  for (const [index, arg] of args.entries()) {
    if (arg === '--' && !isValue) return { prompts: [...prompts, ...args.slice(index + 1)], rest };
    if (/\s/.test(arg) && !isValue) {
      prompts.push(arg);
      continue;
    }
    rest.push(arg);
    isValue = !isValue && takesValue(arg, options);
  }
  return { prompts, rest };
}

function takesValue(arg: string, options: ParseArgsOptionsConfig): boolean {
  return Object.entries(options).some(
    ([name, { type, short }]) => type === 'string' && (arg === `--${name}` || arg === `-${short}`),
  );
}
