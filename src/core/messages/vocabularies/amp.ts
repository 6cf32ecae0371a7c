import { type ClaudeTwin, twinVocabulary } from './claude-twins.ts';
import { renamer } from './item-calls.ts';
import type { ToolVocabulary } from './vocabulary.ts';

/** Amp's tools that Claude has too, by description. All others keep their own name. */
const CLAUDE_TWINS = new Map<string, ClaudeTwin>([
  ['Bash', { name: 'Bash', input: renamer({ cmd: 'command' }) }],
  ['shell_command', { name: 'Bash' }],
  ['Read', { name: 'Read', input: renamer({ path: 'file_path' }) }],
  ['create_file', { name: 'Write', input: renamer({ path: 'file_path' }) }],
  ['edit_file', { name: 'Edit', input: renamer({ path: 'file_path', old_str: 'old_string', new_str: 'new_string' }) }],
  ['glob', { name: 'Glob', input: renamer({ filePattern: 'pattern' }) }],
  ['list_directory', { name: 'LS' }],
  ['read_web_page', { name: 'WebFetch' }],
  ['web_search', { name: 'WebSearch' }],
  ['todo_write', { name: 'TodoWrite' }],
]);

export const ampVocabulary: ToolVocabulary = twinVocabulary(CLAUDE_TWINS);
