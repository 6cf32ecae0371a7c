/** What a program needs to run at all. Everything else of this process's environment, keys above all, stays out. */
const ALLOWED = [
  'PATH',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'TZ',
  'TERM',
  'SHELL',
  'USER',
  'LOGNAME',
  'TMPDIR',
  // Windows cannot start a program without these.
  'SystemRoot',
  'ComSpec',
  'PATHEXT',
  'TEMP',
  'TMP',
];

/** The environment of a local sandbox. Its home is its own, so that agents find neither the user's settings nor keys. */
export function createLocalEnvironment(home: string, inherited: readonly string[]): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of [...ALLOWED, ...inherited]) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  return { ...environment, HOME: home, USERPROFILE: home };
}
