/**
 * What people type who know other programs, and what does that here. These are no commands: a second name for a
 * command would have to be documented, completed and kept for ever.
 */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  ls: 'sessions',
  list: 'sessions',
  history: 'sessions',
  ps: 'sessions --status working',
  top: 'tail --all',
  watch: 'tail --all',
  follow: 'tail',
  cat: 'show',
  view: 'show',
  log: 'show',
  logs: 'show',
  open: 'serve',
  web: 'serve',
  ui: 'serve',
  find: 'search',
  grep: 'search',
  cost: 'usage',
  costs: 'usage',
  stats: 'usage',
  tokens: 'usage',
  statusline: 'usage --statusline',
  diff: 'changes SESSION',
  files: 'changes SESSION',
  summary: 'export SESSION --to summary',
  continue: 'resume',
  exec: 'run',
  rm: 'delete',
  remove: 'delete',
};

/** The command to type instead of a word that is none; undefined if the word says nothing. */
export function commandFor(word: string): string | undefined {
  return Object.hasOwn(OTHER_NAMES, word) ? OTHER_NAMES[word] : undefined;
}

/** Words of other programs after a command's name, and the option that does that here. */
const OTHER_ARGUMENTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  usage: {
    daily: '--by day',
    weekly: '--by week',
    monthly: '--by month',
    session: '--by session',
    sessions: '--by session',
    blocks: '--by block',
    projects: '--by project',
    models: '--by model',
    statusline: '--statusline',
  },
};

/** The option to type instead of an argument that the command does not take. */
export function optionFor(command: string, argument: string): string | undefined {
  const others = Object.hasOwn(OTHER_ARGUMENTS, command) ? OTHER_ARGUMENTS[command] : undefined;
  return others && Object.hasOwn(others, argument) ? others[argument] : undefined;
}

/** Shapes that people take for options: `--html` is `--to html`. */
const SHAPES = ['html', 'markdown', 'replay', 'summary', 'events', 'messages', 'ndjson', 'otlp', 'openai'];

export function isShape(word: string): boolean {
  return SHAPES.includes(word);
}
