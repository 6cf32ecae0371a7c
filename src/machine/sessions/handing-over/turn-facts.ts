import { firstWords } from '../../../core/facts/first-words.ts';
import { addMessage, createMessageFacts, type MessageFacts } from '../../../core/facts/message-facts.ts';
import { extractText, type UnifiedMessage } from '../../../core/messages/message.ts';

/** The actions of a turn, found by rules and not by a model. */
export interface TurnFacts extends Pick<MessageFacts, 'tools' | 'errors'> {
  /** The first words of the question and of the last answer. */
  asked: string;
  answered: string;
  /** Changed files, and the first words of commands; only a few. */
  files: readonly string[];
  commands: readonly string[];
}

/** Maximum number of files and commands of a turn. */
const NAMED = 5;
const WORDS_LENGTH = 120;

export function createTurnFacts() {
  const sums = createMessageFacts();
  const files = new Set<string>();
  const commands = new Set<string>();
  let asked = '';
  let answered = '';
  return {
    add(message: UnifiedMessage): void {
      if (message.role === 'system') return;
      addMessage(sums, message);
      const text = firstWords(extractText(message), WORDS_LENGTH);
      if (message.role === 'user') asked ||= text;
      else answered = text || answered;
      for (const block of message.content) {
        if (block.type !== 'tool_use') continue;
        const { file_path: path, command } = block.input;
        if (CHANGES.has(block.name) && typeof path === 'string' && files.size < NAMED)
          files.add(firstWords(path, WORDS_LENGTH));
        if (block.name === 'Bash' && typeof command === 'string' && commands.size < NAMED)
          commands.add(firstWords(command, WORDS_LENGTH));
      }
    },
    found(): TurnFacts {
      const { tools, errors } = sums;
      return { asked, answered, tools, errors, files: [...files], commands: [...commands] };
    },
  };
}

const CHANGES: ReadonlySet<string> = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit']);
