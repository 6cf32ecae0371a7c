/** A machine's own name at a team server. What the server adds to it begins with a `+`. */
const MACHINE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,40}$/;

export function isMachineName(value: unknown): value is string {
  return typeof value === 'string' && MACHINE.test(value);
}
