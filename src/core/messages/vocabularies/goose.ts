import type { JsonObject } from '../../lines/json.ts';
import { type ClaudeTwin, twinVocabulary } from './claude-twins.ts';
import { renamer } from './item-calls.ts';
import type { ToolVocabulary } from './vocabulary.ts';

const file = renamer({ path: 'file_path' });

/** goose's tools that Claude has too, without the name of its own extension. All others keep their own name. */
const CLAUDE_TWINS = new Map<string, ClaudeTwin>([
  ['shell', { name: 'Bash' }],
  ['edit', { name: 'Edit', input: editInput }],
  ['write', { name: 'Write', input: file }],
  ['tree', { name: 'LS' }],
  ['read_image', { name: 'Read', input: renamer({ source: 'file_path' }) }],
  ['delegate', { name: 'Task', input: taskInput }],
  ['load_skill', { name: 'Skill', input: renamer({ name: 'skill' }) }],
]);

const EDITOR_TWINS = new Map<unknown, ClaudeTwin>([
  ['view', { name: 'Read', input: file }],
  ['write', { name: 'Write', input: renamer({ path: 'file_path', file_text: 'content' }) }],
  ['str_replace', { name: 'Edit', input: editInput }],
]);

export const gooseVocabulary: ToolVocabulary = twinVocabulary((name, input) => {
  const own = name.replace(/^developer__/, '');
  return own === 'text_editor' ? EDITOR_TWINS.get(input.command) : CLAUDE_TWINS.get(own);
});

function editInput(input: JsonObject): JsonObject {
  return renamer({
    path: 'file_path',
    before: 'old_string',
    after: 'new_string',
    old_str: 'old_string',
    new_str: 'new_string',
  })(input);
}

function taskInput({ instructions, ...rest }: JsonObject): JsonObject {
  return { description: '', prompt: typeof instructions === 'string' ? instructions : '', ...rest };
}
