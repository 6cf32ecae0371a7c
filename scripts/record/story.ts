import type { Answer, Call } from './answer.ts';
import { SUB_TASK } from './scenarios.ts';

/** Something that happens in the repository of provenance, and ends in a commit. */
export type Step = {
  /** The words by which the lines of this step are known: they stand in no other. */
  mark: string;
  /** The branch to work on; it is made where it is not there. */
  branch?: string;
} & (
  | { by: 'agent'; agent: string; calls: readonly Call[]; helper?: readonly Call[] }
  | { by: 'person' | 'bot' | 'formatter'; write: Record<string, (text: string) => string> }
  | { by: 'rebase' | 'squash'; from: string }
);

/** Three lines that tell who wrote them. */
const lines = (mark: string, indent = '') =>
  ['first', 'second', 'third'].map((word) => `${indent}the ${word} line of ${mark} stands here\n`).join('');

const write = (path: string, mark: string): Call => ({ do: 'write', path, text: lines(mark) });
const added = (mark: string) => (text: string) => text + lines(mark);

/** What is there before anybody comes. */
export const FIRST_FILES: Record<string, string> = {
  'README.md': 'a project that\nhas a few lines\nfrom its beginning\n',
  'src/main.txt': 'the beginning\nof a file\nthat all change\nthe end\n',
  'src/tabs.go': 'func main() {\n\tstart()\n\tstop()\n}\n',
  'win/notes.txt': 'a note of old\r\nanother note\r\nthe last note\r\n',
};

/** Edits, patches, moves, heredocs, helpers, CRLF and tabs; a bot, a person, a formatter, a rebase, a squash. */
export const STORY: readonly Step[] = [
  {
    mark: 'claude-one',
    by: 'agent',
    agent: 'claude',
    calls: [
      { do: 'read', path: 'src/main.txt' },
      { do: 'edit', path: 'src/main.txt', before: 'of a file\n', after: `of a file\n${lines('claude-one')}` },
      write('src/claude.txt', 'claude-one'),
    ],
  },
  {
    mark: 'codex-one',
    by: 'agent',
    agent: 'codex',
    calls: [
      write('src/codex.txt', 'codex-one'),
      {
        do: 'edit',
        path: 'src/main.txt',
        before: 'that all change\n',
        after: `that all change\n${lines('codex-one')}`,
      },
    ],
  },
  { mark: 'bot-one', by: 'bot', write: { 'deps.lock': added('bot-one') } },
  {
    mark: 'gemini-one',
    by: 'agent',
    agent: 'gemini',
    calls: [
      write('src/gemini.txt', 'gemini-one'),
      { do: 'read', path: 'win/notes.txt' },
      {
        do: 'edit',
        path: 'win/notes.txt',
        before: 'another note',
        after: `another note\r\n${lines('gemini-one').replaceAll('\n', '\r\n').trimEnd()}`,
      },
    ],
  },
  {
    mark: 'person-one',
    by: 'person',
    write: { 'src/main.txt': added('person-one'), 'src/person.txt': added('person-one') },
  },
  {
    mark: 'qwen-one',
    by: 'agent',
    agent: 'qwen',
    calls: [
      { do: 'shell', command: `cat > run.sh <<'EOF'\n${lines('qwen-one')}EOF` },
      { do: 'read', path: 'src/tabs.go' },
      { do: 'edit', path: 'src/tabs.go', before: '\tstart()\n', after: `\tstart()\n${lines('qwen-one', '\t')}` },
    ],
  },
  {
    mark: 'formatter-one',
    by: 'formatter',
    write: { 'src/gemini.txt': (text) => text.replace(/^/gm, '    ').replace(/ +$/, '') },
  },
  {
    mark: 'pi-one',
    by: 'agent',
    agent: 'pi',
    calls: [
      { do: 'move', from: 'src/codex.txt', to: 'src/moved.txt' },
      { do: 'read', path: 'src/moved.txt' },
      {
        do: 'edit',
        path: 'src/moved.txt',
        before: 'the second line of codex-one stands here\n',
        after: `the second line of codex-one stands here\n${lines('pi-one')}`,
      },
    ],
  },
  {
    mark: 'kimi-one',
    by: 'agent',
    agent: 'kimi',
    calls: [{ do: 'delegate', prompt: `${SUB_TASK}: write the file` }, write('src/kimi.txt', 'kimi-one')],
    helper: [write('src/kimi-helper.txt', 'kimi-one helper')],
  },
  {
    mark: 'opencode-one',
    by: 'agent',
    agent: 'opencode',
    calls: [
      { do: 'read', path: 'src/main.txt' },
      { do: 'edit', path: 'src/main.txt', before: 'the end\n', after: `the end\n${lines('opencode-one')}` },
      write('src/opencode.txt', 'opencode-one'),
    ],
  },
  {
    mark: 'goose-one',
    by: 'agent',
    agent: 'goose',
    calls: [
      { do: 'edit', path: 'README.md', before: 'has a few lines\n', after: `has a few lines\n${lines('goose-one')}` },
      write('src/goose.txt', 'goose-one'),
    ],
  },
  {
    mark: 'copilot-one',
    branch: 'side',
    by: 'agent',
    agent: 'copilot',
    calls: [write('src/copilot.txt', 'copilot-one')],
  },
  { mark: 'person-two', branch: 'main', by: 'person', write: { 'README.md': added('person-two') } },
  { mark: 'rebase', branch: 'main', by: 'rebase', from: 'side' },
  {
    mark: 'claude-two',
    branch: 'both',
    by: 'agent',
    agent: 'claude',
    calls: [
      { do: 'delegate', prompt: `${SUB_TASK}: write the file` },
      { do: 'shell', command: "printf 'nobody knows\\n' > src/shell.txt" },
      write('src/claude-two.txt', 'claude-two'),
    ],
    helper: [write('src/claude-helper.txt', 'claude-two helper')],
  },
  {
    mark: 'codex-two',
    branch: 'both',
    by: 'agent',
    agent: 'codex',
    calls: [
      { do: 'move', from: 'src/claude.txt', to: 'src/renamed.txt' },
      { do: 'delete', path: 'src/person.txt' },
      write('src/codex-two.txt', 'codex-two'),
    ],
  },
  { mark: 'squash', branch: 'main', by: 'squash', from: 'both' },
];

/** One call an answer, and a word at the end. */
export function answersOf(calls: readonly Call[]): Answer[] {
  return [...calls.map((call) => ({ calls: [call] })), { say: 'Done.' }];
}
