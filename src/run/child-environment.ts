/** What a caller adds to the environment; undefined takes a variable away. */
export type EnvironmentChanges = Readonly<Record<string, string | undefined>>;

/**
 * The environment of an agent: this process's own, changed. A new object every time, so that nothing leaks into this
 * process or into another run.
 */
export function createChildEnvironment(...changes: (EnvironmentChanges | undefined)[]): Record<string, string> {
  const merged: EnvironmentChanges = Object.assign({}, DEFAULTS, process.env, REMOVED, ...changes);
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(merged)) if (value !== undefined) environment[name] = value;
  return environment;
}

/** Codex writes its traces to stderr, where they would hide what matters. */
const DEFAULTS: EnvironmentChanges = { RUST_LOG: 'error' };

/** Claude Code's mark: with it an agent takes itself for a child of Claude Code. */
const REMOVED: EnvironmentChanges = { CLAUDECODE: undefined };
