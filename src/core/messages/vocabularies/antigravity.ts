import { type ClaudeTwin, twinVocabulary } from './claude-twins.ts';
import { renamer } from './item-calls.ts';
import type { ToolVocabulary } from './vocabulary.ts';

/** Antigravity's tools that Claude has too, by description. All others keep their own name. */
const CLAUDE_TWINS = new Map<string, ClaudeTwin>([
  ['run_command', { name: 'Bash', input: renamer({ CommandLine: 'command' }) }],
  ['view_file', { name: 'Read', input: renamer({ AbsolutePath: 'file_path' }) }],
  ['write_to_file', { name: 'Write', input: renamer({ TargetFile: 'file_path', CodeContent: 'content' }) }],
  [
    'replace_file_content',
    {
      name: 'Edit',
      input: renamer({ TargetFile: 'file_path', TargetContent: 'old_string', ReplacementContent: 'new_string' }),
    },
  ],
  ['list_dir', { name: 'LS', input: renamer({ DirectoryPath: 'path' }) }],
  ['grep_search', { name: 'Grep', input: renamer({ Query: 'pattern', SearchPath: 'path' }) }],
  ['find_by_name', { name: 'Glob' }],
  ['search_web', { name: 'WebSearch' }],
  ['read_url_content', { name: 'WebFetch' }],
  ['browser_subagent', { name: 'Task' }],
]);

export const antigravityVocabulary: ToolVocabulary = twinVocabulary(CLAUDE_TWINS);
