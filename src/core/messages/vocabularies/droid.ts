import { type ClaudeTwin, twinVocabulary } from './claude-twins.ts';
import { renamer } from './item-calls.ts';
import type { ToolVocabulary } from './vocabulary.ts';

/** Droid's tools that Claude has too, by description. All others keep their own name. */
const CLAUDE_TWINS = new Map<string, ClaudeTwin>([
  ['Execute', { name: 'Bash' }],
  ['Create', { name: 'Write' }],
  ['Edit', { name: 'Edit', input: renamer({ old_str: 'old_string', new_str: 'new_string' }) }],
  ['LS', { name: 'LS', input: renamer({ directory_path: 'path' }) }],
  ['FetchUrl', { name: 'WebFetch' }],
  ['AskUser', { name: 'AskUserQuestion' }],
  ['ExitSpecMode', { name: 'ExitPlanMode' }],
]);

export const droidVocabulary: ToolVocabulary = twinVocabulary(CLAUDE_TWINS);
