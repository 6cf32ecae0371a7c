/** A test that a command line runs. */
export interface TestCommand {
  /** The words of the test itself, without what stands before and after it: `npm test`. */
  words: readonly string[];
  /** True if the exit code 0 of the whole line means that the test passed. A pipe or `|| true` hides its own. */
  isExitCodeItsOwn: boolean;
}

/** A longer line is a script with data in it. */
const LONGEST_LINE = 16_384;
const PIECE = /'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\[\s\S]|[<>]&|&>|&&|\|\||[;|&\n]|[ \t\r]+|[^'"\\<>;|&\n \t\r]+|[\s\S]/g;
const OPERATOR = /^(?:&&|\|\||[;|&\n])$/;

/** Programs that do nothing but run tests. */
const RUNNERS = new Set(
  'vitest jest mocha ava karma pytest py.test nosetests nose2 unittest tox nox rspec cucumber phpunit pest ctest bats busted'.split(
    ' ',
  ),
);
/** Programs that run tests if one of their arguments says so. */
const PROGRAMS: readonly (readonly [programs: string, argument: RegExp])[] = [
  ['npm pnpm yarn bun', /^(?:t|tst|test(?:[:._-].*)?)$/],
  ['make gmake just task rake', /^(?:test|tests|check|spec)(?:[:_-].*)?$/],
  ['mvn mvnw gradle gradlew', /^(?:.*:)?(?:test|check|verify|integrationTest)$/],
  ['cargo', /^(?:t|test|nextest)$/],
  ['cypress', /^run$/],
  ['node', /^--test$/],
  ['python python3', /^test$/],
  ['go dotnet swift mix bazel deno flutter dart sbt stack cabal rails composer lein playwright zig ant', /^test$/],
];
const BY_PROGRAM: ReadonlyMap<string, RegExp> = new Map(
  PROGRAMS.flatMap(([programs, argument]) => programs.split(' ').map((program) => [program, argument] as const)),
);
/** Programs that run the program behind them. */
const WRAPPERS = new Set('sudo env time nice command exec npx bunx xvfb-run dlx'.split(' '));
/** The same, with a word between. */
const TWO_WORDS = new Set(['poetry run', 'uv run', 'pipenv run', 'hatch run', 'bundle exec', 'pnpm exec', 'npm exec']);

/** The tests in a command line: programs and scripts by their usual names. docs/ci.md lists them. */
export function testCommands(line: string): TestCommand[] {
  const found: TestCommand[] = [];
  const commands = commandsOf(line.slice(0, LONGEST_LINE));
  for (const [index, { words }] of commands.entries()) {
    const test = testWords(words);
    if (!test) continue;
    const isExitCodeItsOwn = commands.slice(index, -1).every(({ operator }) => operator === '&&');
    found.push({ words: test, isExitCodeItsOwn });
  }
  return found;
}

interface ShellCommand {
  words: string[];
  /** What joins it to the next one. */
  operator: string;
}

function commandsOf(line: string): ShellCommand[] {
  const commands: ShellCommand[] = [];
  let words: string[] = [];
  let word = '';
  const endWord = () => {
    if (word !== '') words.push(word);
    word = '';
  };
  const endCommand = (operator: string) => {
    endWord();
    if (words.length > 0) commands.push({ words, operator });
    words = [];
  };
  for (const [piece] of line.matchAll(PIECE)) {
    if (OPERATOR.test(piece)) endCommand(piece);
    else if (/^[ \t\r]/.test(piece)) endWord();
    else word += /^['"]./s.test(piece) ? piece.slice(1, -1) : piece;
  }
  endCommand('');
  return commands;
}

/** The words from the program that tests on, without redirections. */
function testWords(all: readonly string[]): string[] | undefined {
  const words = withoutWrappers(all.filter((word) => !/^\d?(?:[<>]|&>)/.test(word)));
  const [first = '', ...rest] = words;
  const program = first.slice(first.lastIndexOf('/') + 1).replace(/\.(?:bat|cmd|exe)$/, '');
  if (RUNNERS.has(program)) return words;
  if (/^python[\d.]*$/.test(program) && rest[0] === '-m' && RUNNERS.has(rest[1] ?? '')) return words;
  const argument = BY_PROGRAM.get(program);
  // What is tested comes after: `npm run build test` builds.
  const named = rest.filter((word) => !/^(?:run|run-script|-[^=]*=.*)$/s.test(word)).slice(0, 3);
  const isRun = argument && named.some((word, index) => argument.test(word) && named.slice(0, index).every(isAside));
  return isRun ? words : undefined;
}

/** A word that may stand before the one that names the task: an option, a path, a file of Python. */
function isAside(word: string): boolean {
  return /^-|[./\\]/.test(word) || word === 'build' || word === 'workspace';
}

function withoutWrappers(words: readonly string[]): string[] {
  let rest = [...words];
  for (;;) {
    const [first = '', second = ''] = rest;
    if (/^[A-Za-z_]\w*=/.test(first) || WRAPPERS.has(first)) rest = rest.slice(1);
    else if (first === 'timeout' || TWO_WORDS.has(`${first} ${second}`)) rest = rest.slice(2);
    else return rest;
  }
}
