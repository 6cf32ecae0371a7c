import { resolvePath } from '../tools/paths.ts';
import { splitWords } from '../tools/shell-words.ts';
import { isReadOnly } from './read-only-command.ts';
import { splitCommands } from './shell-ops.ts';

/** The files and folders that a command may write to; `anything` if its words do not tell. */
export type Reach = readonly string[] | 'anything';

/** Programs that put words before another command. */
const PREFIXES = new Set([
  'sudo',
  'time',
  'nice',
  'nohup',
  'command',
  'exec',
  'env',
  'timeout',
  'rtk',
  'do',
  'then',
  'else',
  'if',
  'while',
  '!',
  '{',
  '(',
]);
/** Programs that change no text of a file. */
const HARMLESS = new Set(
  'mkdir touch chmod for done fi esac } ) [ [[ base64 xxd od shasum sha256sum md5 open say yes seq kill pkill killall wait lsof export unset alias set source . type man clear'.split(
    ' ',
  ),
);
const PLAIN = /^(?:tsc|vitest|jest|pytest|mypy|shellcheck|staticcheck|golint|flake8|hyperfine|gotestsum)$/;
/** What runs the tasks of a project. Only names that say that they check or build are taken to write nothing of it. */
const RUNNERS = new Set(['npm', 'pnpm', 'yarn', 'bun', 'mise', 'task', 'just', 'make', 'deno']);
const CHECKING =
  /^(?:ci:?)?(?:test|tests|t|lint|build|typecheck|type-check|check-types|tsc|vet|e2e|coverage|bench|start|dev)(?::[\w:-]+)?$/;
const WRITING_TASK = /fix|format|fmt|write|generate|update|codegen/;
const LISTING = /^(?:ls|list|view|info|why|outdated|audit|--version|-v|version|config)$/;
const GIT_HARMLESS = new Set(
  'add commit push fetch tag status log diff show branch remote rev-parse rev-list merge-base for-each-ref notes config ls-remote check-ignore cherry range-diff update-index ls-tree ls-files cat-file describe blame reflog init'.split(
    ' ',
  ),
);
const FIXING = /^--?(?:w|write|fix|i|in-place|apply|unsafe)\b|^-[a-zA-Z]*i|^--fix/;
/** Formatters and editors of streams, which write to the paths that they are given. */
const FORMATTERS = new Set(
  'gofmt goimports gofumpt gci prettier eslint biome black ruff rustfmt sed perl golangci-lint clang-format shfmt'.split(
    ' ',
  ),
);
/** These write without being asked to. */
const ALWAYS = new Set(['black', 'rustfmt']);

/** What one command may write to. Relative paths go from the folder. */
export function commandReach(command: string, folder: string | undefined): Reach {
  const bare = command.replace(/'[^']*'/g, "''");
  if (/`|\$\(|<\(|<</.test(bare)) return isReadOnly(command) ? [] : 'anything';
  const found: string[] = [];
  for (const part of splitCommands(command)) {
    const reach = partReach(part, folder);
    if (reach === 'anything') return reach;
    found.push(...reach);
  }
  return found;
}

function partReach(part: string, folder: string | undefined): Reach {
  const given = splitWords(part);
  if (!given) return 'anything';
  const { words, targets } = withoutRedirects(given);
  const reach = isReadOnly(joined(words)) ? [] : programReach(withoutPrefix(words));
  if (reach === 'anything') return reach;
  const paths = [...reach, ...targets];
  if (paths.some((path) => /[$`]/.test(path))) return 'anything';
  if (folder === undefined && paths.some((path) => !path.startsWith('/'))) return 'anything';
  return paths.map((path) => resolvePath(folder, beforeGlob(path)));
}

const joined = (words: readonly string[]) => words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');

/** `> file`, `2>file`, `&> file`: where the output goes. */
function withoutRedirects(given: readonly string[]): { words: string[]; targets: string[] } {
  const words: string[] = [];
  const targets: string[] = [];
  for (let at = 0; at < given.length; at += 1) {
    const word = given[at] ?? '';
    const found = /^(?:\d|&)?>{1,2}\|?(.*)$/.exec(word);
    if (!found) {
      words.push(word);
      continue;
    }
    const target = found[1] === '' ? (given[++at] ?? '') : (found[1] ?? '');
    if (!target.startsWith('&') && target !== '/dev/null' && target !== '') targets.push(target);
  }
  return { words, targets };
}

function withoutPrefix(words: readonly string[]): readonly string[] {
  const start = words.findIndex((word) => !/^\w+=/.test(word) && !PREFIXES.has(word) && !/^\d+[smh]?$/.test(word));
  return start === -1 ? [] : words.slice(start);
}

function programReach(words: readonly string[]): Reach {
  const [path = '', ...rest] = words;
  const program = path.slice(path.lastIndexOf('/') + 1);
  const [first = ''] = rest;
  if (path === '' || HARMLESS.has(program) || PLAIN.test(program)) return [];
  if (program === 'cd' || program === 'curl')
    return rest.some((word) => /^-[a-zA-Z]*[oO]|^--output/.test(word)) ? 'anything' : [];
  if (program === 'git') return gitReach(rest);
  if (program === 'go') return goReach(rest);
  if (program === 'gh') return rest.includes('checkout') || rest.includes('clone') ? 'anything' : [];
  if (program === 'cargo') return cargoReach(rest);
  if (program === 'npx' || program === 'bunx')
    return programReach(rest.filter((word) => word !== '-y' && word !== '--yes'));
  if (RUNNERS.has(program)) return runnerReach(first === 'run' ? rest.slice(1) : rest);
  if (FORMATTERS.has(program)) return formatterReach(program, rest);
  if (program === 'rm' || program === 'mv' || program === 'cp' || program === 'tee') return operands(rest);
  return 'anything';
}

function runnerReach([task = '', ...rest]: readonly string[]): Reach {
  if (/^(?:install|i|ci|add)$/.test(task)) return ['package.json', 'package-lock.json', 'bun.lock', 'yarn.lock'];
  if (WRITING_TASK.test(task) || rest.some((word) => FIXING.test(word))) return 'anything';
  return CHECKING.test(task) || LISTING.test(task) ? [] : 'anything';
}

function gitReach(given: readonly string[]): Reach {
  const at = given.findIndex((word, index) => !word.startsWith('-') && !/^-[Cc]$/.test(given[index - 1] ?? ''));
  const [command = '', ...rest] = given.slice(Math.max(at, 0));
  if (given.includes('-C')) return GIT_HARMLESS.has(command) ? [] : 'anything';
  if (GIT_HARMLESS.has(command)) return [];
  if (command === 'stash') return rest[0] === 'list' || rest[0] === 'show' ? [] : 'anything';
  if (command === 'worktree') return rest[0] === 'list' || rest[0] === 'add' ? [] : 'anything';
  if (command === 'reset') return rest.some((word) => /^--(?:hard|merge|keep)/.test(word)) ? 'anything' : [];
  if (command === 'restore') return rest.includes('--staged') && !rest.includes('--worktree') ? [] : operands(rest);
  // A new branch begins where the work tree is.
  const [option, , ...start] = rest;
  if ((option === '-b' || option === '-c') && start.length === 0 && /^(?:checkout|switch)$/.test(command)) return [];
  const dashes = rest.indexOf('--');
  return command === 'checkout' && dashes !== -1 ? operands(rest.slice(dashes + 1)) : 'anything';
}

function goReach([command = '', ...rest]: readonly string[]): Reach {
  if (/^(?:test|build|vet|list|version|env|doc|install|tool|clean)$/.test(command)) return [];
  if (command === 'get' || command === 'mod') return ['go.mod', 'go.sum'];
  return command === 'fmt' ? operands(rest) : 'anything';
}

function cargoReach([command = '', ...rest]: readonly string[]): Reach {
  if (command === 'fmt') return rest.includes('--check') ? [] : ['.'];
  if (!/^(?:build|test|check|clippy|bench|doc|tree|run)$/.test(command) || command === 'run') return 'anything';
  return rest.includes('--fix') ? 'anything' : ['Cargo.lock'];
}

function formatterReach(program: string, rest: readonly string[]): Reach {
  if (!ALWAYS.has(program) && !rest.some((word) => FIXING.test(word)) && program !== 'ruff') return [];
  const paths = operands(rest);
  // The first operand of a stream editor is its script; some have a command before the paths.
  const own =
    program === 'sed' || program === 'perl'
      ? rest.some((word) => /^-e|^--expression/.test(word))
        ? paths
        : paths.slice(1)
      : paths;
  const named = own.filter((word) => !/^(?:check|format|lint|run|write)$/.test(word));
  return named.length > 0 ? named : ['.'];
}

const operands = (words: readonly string[]) => words.filter((word) => !word.startsWith('-') && word !== '');

/** The folder above a pattern. `./...` is all below. */
function beforeGlob(path: string): string {
  const plain = path.replace(/\/\.\.\.$/, '');
  const at = plain.search(/[*?[{]/);
  if (at === -1) return plain === '' ? '.' : plain;
  const slash = plain.lastIndexOf('/', at);
  return slash === -1 ? '.' : plain.slice(0, slash) || '/';
}

/** True if a command of that reach may have written to the path. Commands run in folders that sessions do not always tell. */
export function reaches(reach: Reach, path: string): boolean {
  if (reach === 'anything') return true;
  return reach.some((each) => path === each || path.startsWith(each.endsWith('/') ? each : `${each}/`));
}
