import { type ClaudeTwin, twinVocabulary } from './claude-twins.ts';
import type { ToolVocabulary } from './vocabulary.ts';

/** Crush's tools that Claude has too, by description. All others keep their own name. */
const CLAUDE_TWINS = new Map<string, ClaudeTwin>([
  ['bash', { name: 'Bash' }],
  ['job_output', { name: 'BashOutput' }],
  ['job_kill', { name: 'KillShell' }],
  ['view', { name: 'Read' }],
  ['write', { name: 'Write' }],
  ['edit', { name: 'Edit' }],
  ['multiedit', { name: 'MultiEdit' }],
  ['glob', { name: 'Glob' }],
  ['grep', { name: 'Grep' }],
  ['ls', { name: 'LS' }],
  ['fetch', { name: 'WebFetch' }],
  ['web_fetch', { name: 'WebFetch' }],
  ['agentic_fetch', { name: 'WebFetch' }],
  ['web_search', { name: 'WebSearch' }],
  ['todos', { name: 'TodoWrite' }],
  ['agent', { name: 'Task' }],
  ['question', { name: 'AskUserQuestion' }],
]);

export const crushVocabulary: ToolVocabulary = twinVocabulary(CLAUDE_TWINS);
