/** Changes to the environment; undefined removes a variable. */
export type EnvironmentChanges = Readonly<Record<string, string | undefined>>;

/** The variables that any program needs. */
const HARMLESS = [
  ...['PATH', 'HOME', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TERM', 'SHELL', 'USER', 'LOGNAME', 'TMPDIR'],
  // Windows cannot start a program without these.
  ...['SystemRoot', 'ComSpec', 'PATHEXT', 'TEMP', 'TMP', 'USERPROFILE'],
];

/**
 * The mark of Claude Code: with it, an agent takes itself for a child of Claude Code. And threadline's own secrets, which
 * no agent needs: a token that sends sessions, a code that gives one, a database with its password. An agent reads what strangers wrote.
 */
const REMOVED: EnvironmentChanges = {
  CLAUDECODE: undefined,
  THREADLINE_TOKEN: undefined,
  THREADLINE_ENROL_CODE: undefined,
  THREADLINE_ARCHIVE: undefined,
};

export interface ChildEnvironmentOptions {
  /** Passes only the variables that any program needs, and those of `own`. */
  clean?: boolean | undefined;
  /** The names of the variables that the agent itself reads. */
  own?: readonly string[] | undefined;
  /** Values for variables that this process's environment does not set. */
  defaults?: EnvironmentChanges | undefined;
}

/** An agent's environment: this process's, or its clean part, with changes. Always a new object, so nothing leaks. */
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

/** Picks the harmless variables of this process and the named ones. All others, above all keys, stay out. */
export function pickEnvironment(names: readonly string[]): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of [...HARMLESS, ...names]) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}
