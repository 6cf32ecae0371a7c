import { extractText, type UnifiedMessage } from '../../../core/messages/message.ts';
import { coreLimits } from '../../../limits/core.ts';

/** What was done in a turn, by rule and not by a model. */
export interface TurnFacts {
  /** The first words of what was asked and of the last answer. */
  asked: string;
  answered: string;
  /** How often each tool was called. */
  tools: ReadonlyMap<string, number>;
  failed: number;
  /** Files that were changed, and the first words of commands; no more than a few. */
  files: readonly string[];
  commands: readonly string[];
}

/** So many files and commands of a turn are named. */
const NAMED = 5;
const WORDS_LENGTH = 120;

export function createTurnFacts() {
  const tools = new Map<string, number>();
  const files = new Set<string>();
  const commands = new Set<string>();
  let asked = '';
  let answered = '';
  let failed = 0;
  return {
    add(message: UnifiedMessage): void {
      if (message.role === 'system') return;
      const text = firstWords(extractText(message));
      if (message.role === 'user') asked ||= text;
      else answered = text || answered;
      for (const block of message.content) {
        if (block.type === 'tool_result' && block.is_error) failed += 1;
        if (block.type !== 'tool_use') continue;
        if (tools.has(block.name) || tools.size < coreLimits.maxHeadLanguages)
          tools.set(block.name, (tools.get(block.name) ?? 0) + 1);
        const { file_path: path, command } = block.input;
        if (CHANGES.has(block.name) && typeof path === 'string' && files.size < NAMED) files.add(firstWords(path));
        if (block.name === 'Bash' && typeof command === 'string' && commands.size < NAMED)
          commands.add(firstWords(command));
      }
    },
    found: (): TurnFacts => ({ asked, answered, tools, failed, files: [...files], commands: [...commands] }),
  };
}

const CHANGES: ReadonlySet<string> = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit']);

/** The first line that says something, cut where it is long. */
function firstWords(text: string): string {
  const line =
    text
      .slice(0, 10 * WORDS_LENGTH)
      .trimStart()
      .split('\n', 1)[0]
      ?.trim() ?? '';
  return line.length <= WORDS_LENGTH ? line : `${line.slice(0, WORDS_LENGTH).replace(/[\ud800-\udbff]$/, '')}…`;
}
