/** What a service says of an error, out of the JSON that agents write down around it: its message, its code and status. */
export function errorWords(text: string): string {
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  if (start === -1 || end < start) return text;
  const told = messageOf(text.slice(start, end + 1));
  if (told === undefined) return text;
  const before = text.slice(0, start).replace(/^\[/, '').trim();
  return before === '' ? told : `${before} ${told}`;
}

function messageOf(json: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json);
    const error = fieldOf(value, 'error') ?? value;
    const message = fieldOf(error, 'message');
    if (typeof message !== 'string' || message === '') return undefined;
    const marks = [fieldOf(error, 'code'), fieldOf(error, 'status') ?? fieldOf(error, 'type')];
    const words = marks.filter((mark) => typeof mark === 'string' || typeof mark === 'number');
    return words.length === 0 ? message : `${message} (${words.join(' ')})`;
  } catch {
    return undefined;
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}
