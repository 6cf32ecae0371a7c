import type { AgentName } from '../../thread/event.ts';
import { claudeVocabulary } from './claude.ts';
import { codexVocabulary } from './codex.ts';
import { geminiVocabulary } from './gemini.ts';
import type { ToolVocabulary } from './vocabulary.ts';

/** How an agent's items become messages. */
export interface AgentVocabulary {
  name: AgentName;
  vocabulary: ToolVocabulary;
  /**
   * Whose ids the agent writes the same live and on disk, so that messages keep them: those of its tools, or those of
   * its answers (texts, reasoning, tools). Absent: none, and all ids are derived. Prompts and notices never have such ids.
   */
  keepsIds?: 'tools' | 'answers' | undefined;
}

/** Every agent that we know. A new one is a file here, and an entry. */
export const agentVocabularies: readonly AgentVocabulary[] = [
  { name: 'codex', vocabulary: codexVocabulary },
  { name: 'claude', vocabulary: claudeVocabulary, keepsIds: 'answers' },
  { name: 'gemini', vocabulary: geminiVocabulary, keepsIds: 'tools' },
];

/**
 * The vocabulary of the agent that a thread names: the first of the list where it names none, as the events of the
 * official SDK do, and the agent's own words where the list does not have it.
 */
export function vocabularyOf(name: AgentName | undefined, agents: readonly AgentVocabulary[]): AgentVocabulary {
  const known = name === undefined ? agents[0] : agents.find((agent) => agent.name === name);
  return known ?? { name: name ?? '', vocabulary: claudeVocabulary };
}
