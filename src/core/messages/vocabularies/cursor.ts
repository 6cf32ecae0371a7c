import { type ClaudeTwin, twinVocabulary } from './claude-twins.ts';
import { renamer } from './item-calls.ts';
import type { ToolVocabulary } from './vocabulary.ts';

const file = renamer({ path: 'file_path', target_file: 'file_path', relative_workspace_path: 'file_path' });

/** Cursor's tools that Claude has too, by description. All others keep their own name. */
const CLAUDE_TWINS = new Map<string, ClaudeTwin>([
  ['Shell', { name: 'Bash' }],
  ['run_terminal_cmd', { name: 'Bash' }],
  ['run_terminal_cmd_v2', { name: 'Bash' }],
  ['Read', { name: 'Read', input: file }],
  ['read_file', { name: 'Read', input: file }],
  ['read_file_v2', { name: 'Read', input: file }],
  ['Write', { name: 'Write', input: renamer({ path: 'file_path', contents: 'content' }) }],
  ['StrReplace', { name: 'Edit', input: file }],
  ['search_replace', { name: 'Edit' }],
  ['edit_file', { name: 'Edit', input: file }],
  ['edit_file_v2', { name: 'Edit', input: file }],
  ['grep_search', { name: 'Grep' }],
  ['file_search', { name: 'Glob' }],
  ['list_dir', { name: 'LS' }],
  ['update_todos', { name: 'TodoWrite' }],
]);

export const cursorVocabulary: ToolVocabulary = twinVocabulary(CLAUDE_TWINS);
