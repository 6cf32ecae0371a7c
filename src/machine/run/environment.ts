/** What a caller adds to the environment; undefined takes a variable away. */
export type EnvironmentChanges = Readonly<Record<string, string | undefined>>;

/** What a program needs to run at all. */
const HARMLESS = [
  ...['PATH', 'HOME', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TERM', 'SHELL', 'USER', 'LOGNAME', 'TMPDIR'],
  // Windows cannot start a program without these.
  ...['SystemRoot', 'ComSpec', 'PATHEXT', 'TEMP', 'TMP', 'USERPROFILE'],
];

/** Claude Code's mark: with it an agent takes itself for a child of Claude Code. */
const REMOVED: EnvironmentChanges = { CLAUDECODE: undefined };

export interface ChildEnvironmentOptions {
  /** Pass on only what a program needs to run at all, and the variables of `own`. */
  clean?: boolean | undefined;
  /** The names of the variables that the agent itself looks at. */
  own?: readonly string[] | undefined;
  /** What holds unless this process's environment says otherwise. */
  defaults?: EnvironmentChanges | undefined;
}

/** An agent's environment: this process's, or its clean part, changed. Always a new object, so nothing leaks. */
export function createChildEnvironment(
  { clean = false, own = [], defaults = {} }: ChildEnvironmentOptions,
  ...changes: (EnvironmentChanges | undefined)[]
): Record<string, string> {
  const inherited = clean ? pickEnvironment(own) : process.env;
  const merged: EnvironmentChanges = Object.assign({}, defaults, inherited, REMOVED, ...changes);
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(merged)) if (value !== undefined) environment[name] = value;
  return environment;
}

/** The harmless variables of this process's environment and those that are named. All others, keys above all, stay out. */
export function pickEnvironment(names: readonly string[]): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of [...HARMLESS, ...names]) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}
