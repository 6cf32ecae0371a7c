import type { AgentName, ThreadEvent, ThreadStartedEvent } from '../../thread/event.ts';
import type { CountedUsage } from '../../thread/usage.ts';
import { claudeRequestUsage } from '../../wires/claude/request-usage.ts';
import { ampVocabulary } from './amp.ts';
import { antigravityVocabulary } from './antigravity.ts';
import { claudeVocabulary } from './claude.ts';
import { clineVocabulary } from './cline.ts';
import { codexVocabulary } from './codex.ts';
import { copilotVocabulary } from './copilot.ts';
import { crushVocabulary } from './crush.ts';
import { cursorVocabulary } from './cursor.ts';
import { droidVocabulary } from './droid.ts';
import { geminiVocabulary } from './gemini.ts';
import { gooseVocabulary } from './goose.ts';
import { kimiVocabulary } from './kimi.ts';
import { opencodeVocabulary } from './opencode.ts';
import { piVocabulary } from './pi.ts';
import { qwenVocabulary } from './qwen.ts';
import type { ToolVocabulary } from './vocabulary.ts';

/** Turns an agent's items into messages. */
export interface AgentVocabulary {
  name: AgentName;
  vocabulary: ToolVocabulary;
  /**
   * The ids that the agent writes the same live and on disk, which messages keep: those of its tools, or those of its
   * answers (texts, reasoning, tools). If absent, all ids are derived. Prompts and notices never have such ids.
   */
  keepsIds?: 'tools' | 'answers' | undefined;
  /** What a model request used, for an agent that tells it beside its items and not by `token_count`. */
  requestUsage?: ((event: ThreadEvent) => CountedUsage | undefined) | undefined;
  /** The agent that the names are borrowed from, for a thread that was read from messages or NDJSON. */
  borrowed?: AgentName | undefined;
}

/** Every agent that threadline knows. To add one, add a file and an entry here. */
export const agentVocabularies: readonly AgentVocabulary[] = [
  { name: 'codex', vocabulary: codexVocabulary },
  { name: 'claude', vocabulary: claudeVocabulary, keepsIds: 'answers', requestUsage: claudeRequestUsage },
  { name: 'gemini', vocabulary: geminiVocabulary, keepsIds: 'tools' },
  { name: 'opencode', vocabulary: opencodeVocabulary, keepsIds: 'answers' },
  { name: 'kilo', vocabulary: opencodeVocabulary, keepsIds: 'answers' },
  { name: 'copilot', vocabulary: copilotVocabulary, keepsIds: 'answers' },
  { name: 'qwen', vocabulary: qwenVocabulary, keepsIds: 'tools' },
  { name: 'pi', vocabulary: piVocabulary, keepsIds: 'tools' },
  { name: 'kimi', vocabulary: kimiVocabulary, keepsIds: 'tools' },
  { name: 'goose', vocabulary: gooseVocabulary, keepsIds: 'answers' },
  { name: 'cline', vocabulary: clineVocabulary, keepsIds: 'tools' },
  { name: 'cursor', vocabulary: cursorVocabulary },
  { name: 'antigravity', vocabulary: antigravityVocabulary },
  { name: 'droid', vocabulary: droidVocabulary },
  { name: 'amp', vocabulary: ampVocabulary },
  { name: 'crush', vocabulary: crushVocabulary },
];

/**
 * The vocabulary of the agent that a thread names. If it names none, as the official SDK's events do, the first of the
 * list. If the list lacks the agent, the agent's own words.
 */
export function vocabularyOf(name: AgentName | undefined, agents: readonly AgentVocabulary[]): AgentVocabulary {
  const known = name === undefined ? agents[0] : agents.find((agent) => agent.name === name);
  return known ?? { name: name ?? '', vocabulary: claudeVocabulary };
}

/** The vocabulary of a thread that begins. It may have the names and the rules of another agent than its own. */
export function vocabularyOfThread(
  { agent, vocabulary }: Pick<ThreadStartedEvent, 'agent' | 'vocabulary'>,
  agents: readonly AgentVocabulary[],
): AgentVocabulary | undefined {
  if (vocabulary === undefined) return agent === undefined ? undefined : vocabularyOf(agent, agents);
  return { ...vocabularyOf(vocabulary, agents), name: vocabularyOf(agent, agents).name, borrowed: vocabulary };
}
