import type { UnifiedMessage } from '../../../core/messages/message.ts';
import { createMessageBuilder } from '../../../core/messages/message-builder.ts';
import type { AgentVocabulary } from '../../../core/messages/vocabularies/registry.ts';
import type { Redactor } from '../../../core/redact/redactor.ts';
import type { Outcome } from '../../../core/thread/outcome.ts';
import * as coreLimits from '../../../limits/core.ts';
import { createTurnList, type ThreadTurn } from './thread-turns.ts';
import { createTurnFacts, type TurnFacts } from './turn-facts.ts';

/** The facts of a turn from a first reading: its length and what was done. */
export interface SurveyedTurn extends ThreadTurn {
  /** Approximate characters sent to a model for it. */
  size: number;
  facts: TurnFacts;
}

/** Quotes facts only from redacted text. */
export async function surveyThread(
  batches: AsyncIterable<Outcome[]>,
  vocabularies: readonly AgentVocabulary[],
  redactor: Redactor | undefined,
): Promise<SurveyedTurn[]> {
  const builder = createMessageBuilder({ vocabularies, original: false });
  const list = createTurnList();
  const turnOf = new Map<string, string>();
  const found = new Map<string, { size: number; facts: ReturnType<typeof createTurnFacts> }>();

  function push(outcome: Outcome): void {
    for (const event of outcome.ok ? outcome.events : []) {
      const turn = list.add(event);
      for (const { id } of builder.push(event)) if (turn !== undefined && !turnOf.has(id)) turnOf.set(id, turn);
    }
  }

  function look(message: UnifiedMessage): void {
    const key = turnOf.get(message.id);
    if (key === undefined) return;
    const turn = found.get(key) ?? { size: 0, facts: createTurnFacts() };
    found.set(key, turn);
    turn.size += sizeOf(message);
    turn.facts.add(message);
  }

  for await (const batch of batches) {
    for (const outcome of batch) {
      if (redactor) for (const safe of redactor.outcome(outcome)) push(safe);
      else push(outcome);
    }
  }
  for (const safe of redactor?.end() ?? []) push(safe);
  builder.end();
  for (const message of builder.messages) look(message);
  return list.turns().map((turn) => {
    const { size = 0, facts } = found.get(turn.key) ?? {};
    return { ...turn, size, facts: (facts ?? createTurnFacts()).found() };
  });
}

/** The part that is sent to a model: no thinking, no notices, and no more of outputs than is handed over. */
function sizeOf({ role, content }: UnifiedMessage): number {
  if (role === 'system') return 0;
  let size = 0;
  for (const block of content) {
    if (block.type === 'text') size += block.text.length;
    else if (block.type === 'tool_result') size += Math.min(block.content.length, coreLimits.maxHandedOverOutput);
    else if (block.type === 'tool_use') size += block.name.length + lengthOf(block.input);
    else if (block.type === 'image') size += IMAGE_SIZE;
  }
  return size;
}

/** An image counts about as many tokens as a page of text, whatever its bytes. */
const IMAGE_SIZE = 6000;

/** The length of all strings of a value, level by level: it may be nested to any depth. */
function lengthOf(value: unknown): number {
  let length = 0;
  let level: unknown[] = [value];
  while (level.length > 0) {
    const next: unknown[] = [];
    for (const entry of level) {
      if (typeof entry === 'string') length += entry.length;
      else if (typeof entry !== 'object' || entry === null) length += 4;
      else
        for (const [key, inner] of Object.entries(entry)) {
          length += Array.isArray(entry) ? 0 : key.length;
          next.push(inner);
        }
    }
    level = next;
  }
  return length;
}
