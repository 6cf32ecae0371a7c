import { ThreadlineError } from '../../../errors.ts';

/** The attributes that whoever runs the collector allows: `user.name=anna,team=web`. */
export function readAttributes(text: string | undefined): Record<string, string> {
  return readPairs(text, 'OTEL_RESOURCE_ATTRIBUTES');
}

/** Parses `a=1,b=2`, with values encoded as in a URL. Anything else is refused: the receiver would miss it. */
export function readPairs(text: string | undefined, variable: string): Record<string, string> {
  const pairs: Record<string, string> = {};
  for (const pair of (text ?? '').split(',')) {
    if (pair.trim() === '') continue;
    const [, name, value] = /^\s*([\w.-]{1,100})\s*=(.*)$/s.exec(pair) ?? [];
    const decoded = value === undefined ? undefined : decode(value.trim());
    if (name === undefined || decoded === undefined || /[^\x20-\x7e]/.test(decoded)) {
      throw new ThreadlineError('unreadable', `${variable} takes name=value pairs, with commas between`);
    }
    pairs[name] = decoded;
  }
  return pairs;
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
