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
