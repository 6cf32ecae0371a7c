import * as coreLimits from '../../../limits/core.ts';
import { isDeeper } from '../depth.ts';
import { NO_RESULT } from '../no-result.ts';
import type { AgentStep, CallPart, StepThread, SystemStep, TextPart, UserStep } from '../steps/step.ts';
import { createTurnNumbers } from '../steps/turn-numbers.ts';
import type { WriterOptions } from '../writer.ts';

/** What the model had and said, in its order: a prompt, a summary of what was forgotten, an answer with its results. */
export type Exchange =
  | { kind: 'prompt'; step: UserStep }
  | { kind: 'summary'; step: SystemStep }
  | { kind: 'answer'; step: AgentStep; said: SaidPart[]; calls: CallPart[] };

type SaidPart = TextPart | CallPart;

export type ExchangeOptions = Pick<WriterOptions, 'all' | 'tools' | 'reasoning' | 'turns'>;

/** The exchanges of a thread, without what its options leave out. */
export function exchangesOf({ steps }: StepThread, options: ExchangeOptions): Exchange[] {
  const isInTurn = createTurnNumbers(options.turns);
  return steps.flatMap((step): Exchange[] => {
    if (!isInTurn(step) || (step.withdrawn && !options.all)) return [];
    if (step.source === 'user') return step.injected && !options.all ? [] : [{ kind: 'prompt', step }];
    if (step.source === 'system')
      return step.kind === 'compaction' && step.text !== '' ? [{ kind: 'summary', step }] : [];
    return answersOf(step, options);
  });
}

/**
 * The answers of a step. One request is one answer, whatever its results came between. Where the wire names no requests,
 * what is said after a result is another answer.
 */
function answersOf(step: AgentStep, { tools, reasoning }: ExchangeOptions): Exchange[] {
  const answers: SaidPart[][] = [[]];
  let isAnswered = false;
  /** Calls of the model that run. What a script calls meanwhile is its work, and the model never wrote it. */
  const running = new Set<CallPart>();
  for (const part of step.parts) {
    if (part.type === 'call' && !part.isVerbatim && running.size > 0) continue;
    if (part.type === 'call' && part.isVerbatim) running.add(part);
    if (part.type === 'result') {
      running.delete(part.call);
      isAnswered = step.requestId === undefined;
      continue;
    }
    if (isAnswered) answers.push([]);
    isAnswered = false;
    if (part.type === 'call' ? tools === false : part.text === '') continue;
    if (part.type === 'reasoning' && reasoning === false) continue;
    answers.at(-1)?.push(part);
  }
  return answers
    .filter((said) => said.length > 0)
    .map((said) => ({ kind: 'answer', step, said, calls: said.filter((part) => part.type === 'call') }));
}

/** All texts of a kind, as one. */
export function textOf(said: readonly SaidPart[], type: TextPart['type']): string {
  return said.flatMap((part) => (part.type === type ? part.text : [])).join('\n\n');
}

/** The arguments of a call as the model wrote them: JSON, or a text that is none. */
export function argumentsOf({ input }: CallPart): { json: string } | { text: string } {
  if (typeof input === 'string') return { text: input };
  if (input === undefined) return { json: '{}' };
  if (isDeeper(input, coreLimits.maxWrittenDepth))
    return { json: '{"threadline":"These arguments were nested too deeply to be written."}' };
  return { json: JSON.stringify(input) };
}

/** What the model was told of a call. Providers refuse a call that nothing answers. */
export function answerText({ result }: CallPart): string {
  return result ? (result.text ?? '') : NO_RESULT;
}
