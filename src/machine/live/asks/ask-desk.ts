import { randomBytes } from 'node:crypto';
import { ThreadlineError } from '../../../errors.ts';
import type { Answer, AnsweredBy, AnswerKind, Approval, Ask, Policy, Question } from '../ask.ts';
import type { LiveEvent } from '../live-event.ts';
import type { ApprovalRequest, QuestionRequest } from '../live-protocol.ts';
import { readAnswer, requirePossible } from './check-answer.ts';
import { createSessionGrants, grantKey } from './session-grants.ts';

/** What the desk needs of its session. */
export interface DeskOptions {
  cwd: string;
  threadId(): string;
  emit(event: LiveEvent): void;
  /** Writes an answer down before it is sent. Throws if it cannot be: then nothing is allowed. */
  record(entry: Readonly<Record<string, unknown>>): void;
  hasReader(): boolean;
  /** Called when the first begins to wait and when none waits any more. */
  onWaiting(isWaiting: boolean): void;
  policy?: Policy | undefined;
  policyMs: number;
  approvalMs?: number | undefined;
  readerGraceMs: number;
}

/** Why the desk takes no answers: it denies what is asked meanwhile. */
type Shut = Extract<AnsweredBy, 'cancel' | 'close' | 'abort'>;

type Settlement = { answer: Answer } | { answers: Record<string, string[]> | undefined; reason?: string | undefined };

/** One request of the agent, from its arrival to its one answer. `settled` turns true once and never back. */
interface Waiting {
  ask: Ask;
  key: string;
  settled: boolean;
  /** True once a person is asked: from then on somebody has to read. */
  needsReader: boolean;
  timers: NodeJS.Timeout[];
  grant?: string | undefined;
  request: ApprovalRequest | QuestionRequest;
}

/**
 * The life of approvals and questions, for every agent. A request is open until it is settled, and settling is one
 * synchronous step: mark it, write an allow down, answer the agent, tell it. So an answer is given once, never after
 * the end, and never an allow that is not in the journal. Whatever goes wrong denies.
 */
export class AskDesk {
  readonly #options: DeskOptions;
  readonly #waiting = new Map<string, Waiting>();
  readonly #grants = createSessionGrants();
  #shut: Shut | undefined;

  constructor(options: DeskOptions) {
    this.#options = options;
  }

  get open(): Ask[] {
    return [...this.#waiting.values()].map(({ ask }) => ask);
  }

  /** An agent asks for an approval. */
  approval(request: ApprovalRequest): void {
    const threadId = request.thread_id ?? this.#options.threadId();
    const cwd = request.cwd ?? this.#options.cwd;
    const grant = grantKey(request, threadId, cwd);
    const { reply: _reply, key: _key, words = {}, ...told } = request;
    const allows: AnswerKind[] = request.allows.filter((kind) => kind !== 'allow-session');
    if (grant !== undefined && allows.includes('allow')) allows.push('allow-session');
    const approval: Approval = {
      ...withoutUndefined(told),
      id: newId(),
      thread_id: threadId,
      cwd,
      allows,
      words,
      answer: async (answer) => this.#answer(waiting, readAnswer(answer)),
    };
    const waiting = this.#begin(approval, request, grant);
    this.#options.emit({ type: 'approval.requested', approval });
    if (this.#shut !== undefined) this.#settle(waiting, { answer: { deny: true } }, this.#shut);
    else if (this.#grants.has(grant)) this.#settle(waiting, { answer: { allow: 'once' } }, 'grant');
    else if (this.#options.policy) void this.#consult(this.#options.policy, waiting, approval);
    else this.#askPerson(waiting);
  }

  /** An agent asks a question. */
  question(request: QuestionRequest): void {
    const { questions, answerable } = request;
    const question: Question = {
      id: newId(),
      questions,
      answerable,
      answer: async (answers) => {
        if (!answerable) throw new ThreadlineError('not-possible', 'the agent takes no answer to this question');
        this.#claim(waiting, { answers: readAnswers(answers) });
      },
      decline: async (reason) => this.#claim(waiting, { answers: undefined, reason }),
    };
    const waiting = this.#begin(question, request, undefined);
    this.#options.emit({ type: 'question.asked', question });
    if (this.#shut !== undefined) this.#settle(waiting, { answers: undefined }, this.#shut);
    else if (!answerable) this.#settle(waiting, { answers: undefined }, 'agent');
    else this.#askPerson(waiting);
  }

  /** The agent took a request back: it is over, and nothing is answered. */
  withdrawn(key: string): void {
    for (const waiting of this.#waiting.values()) {
      if (waiting.key === key) this.#settle(waiting, refusal(waiting, 'the agent took it back'), 'agent', false);
    }
  }

  /** Denies all that is open, and all that is asked until `reopen`. What closed it for good stays. */
  shut(by: Shut): void {
    if (this.#shut === undefined || this.#shut === 'cancel') this.#shut = by;
    this.denyAll(by);
  }

  reopen(): void {
    if (this.#shut === 'cancel') this.#shut = undefined;
  }

  /** The last reader is gone: nobody can answer what a person was asked. */
  readerGone(): void {
    for (const waiting of [...this.#waiting.values()]) {
      if (waiting.needsReader) this.#settle(waiting, refusal(waiting), 'reader-gone');
    }
  }

  denyAll(by: AnsweredBy, isSent = true): void {
    for (const waiting of [...this.#waiting.values()]) this.#settle(waiting, refusal(waiting), by, isSent);
  }

  #begin(ask: Ask, request: Waiting['request'], grant: string | undefined): Waiting {
    const waiting: Waiting = { ask, request, key: request.key, settled: false, needsReader: false, timers: [], grant };
    this.#waiting.set(ask.id, waiting);
    const { approvalMs } = this.#options;
    if (approvalMs !== undefined) this.#later(waiting, approvalMs, 'timeout');
    if (this.#waiting.size === 1) this.#options.onWaiting(true);
    return waiting;
  }

  async #consult(policy: Policy, waiting: Waiting, approval: Approval): Promise<void> {
    const late = this.#later(waiting, this.#options.policyMs, 'policy', 'the policy was late');
    try {
      const said = await policy(approval);
      clearTimeout(late);
      if (waiting.settled) return;
      if (said === 'ask') return this.#askPerson(waiting);
      const answer = readAnswer(said);
      // The agent's own grant is for a person who has read how wide it is.
      if ('allow' in answer && answer.allow === 'always') throw new TypeError('a policy cannot allow for good');
      requirePossible(answer, approval.allows);
      this.#settle(waiting, { answer }, 'policy');
    } catch {
      clearTimeout(late);
      this.#settle(waiting, refusal(waiting, 'the policy failed'), 'policy');
    }
  }

  #askPerson(waiting: Waiting): void {
    waiting.needsReader = true;
    const { readerGraceMs, hasReader } = this.#options;
    if (hasReader()) return;
    const timer = setTimeout(() => {
      if (!hasReader()) this.#settle(waiting, refusal(waiting), 'reader-gone');
    }, readerGraceMs);
    waiting.timers.push(timer);
  }

  #later(waiting: Waiting, milliseconds: number, by: AnsweredBy, reason?: string): NodeJS.Timeout {
    const timer = setTimeout(() => this.#settle(waiting, refusal(waiting, reason), by), milliseconds);
    waiting.timers.push(timer);
    return timer;
  }

  #answer(waiting: Waiting, answer: Answer): void {
    const { ask } = waiting;
    if (!waiting.settled && 'allows' in ask) requirePossible(answer, ask.allows);
    this.#claim(waiting, { answer });
  }

  #claim(waiting: Waiting, settlement: Settlement): void {
    if (waiting.settled) throw new ThreadlineError('answered', 'it was answered already, or is over');
    const fault = this.#settle(waiting, settlement, 'caller');
    if (fault) throw fault;
  }

  /** Settles a request, if it is open. Returns why an allow became a refusal. */
  #settle(waiting: Waiting, wanted: Settlement, by: AnsweredBy, isSent = true): ThreadlineError | undefined {
    if (waiting.settled) return undefined;
    waiting.settled = true;
    this.#waiting.delete(waiting.ask.id);
    for (const timer of waiting.timers) clearTimeout(timer);
    const fault = this.#record(waiting, wanted, by);
    const settlement = fault ? refusal(waiting, fault.message) : wanted;
    if ('answer' in settlement && 'allow' in settlement.answer && settlement.answer.allow === 'session') {
      if (waiting.grant !== undefined) this.#grants.add(waiting.grant);
    }
    if (isSent) this.#reply(waiting.request, settlement, by);
    this.#tell(waiting.ask.id, settlement, by);
    if (this.#waiting.size === 0) this.#options.onWaiting(false);
    return fault;
  }

  /** A refusal that cannot be written down is given all the same. */
  #record({ ask }: Waiting, settlement: Settlement, by: AnsweredBy): ThreadlineError | undefined {
    const isAllow = 'answer' in settlement ? 'allow' in settlement.answer : settlement.answers !== undefined;
    try {
      this.#options.record({ type: 'answer', ...ask, ...withoutSecrets(ask, settlement), by });
      return undefined;
    } catch (error) {
      if (!isAllow) return undefined;
      const reason = error instanceof Error ? error.message : 'for no reason that is known';
      return new ThreadlineError('write-failed', `nothing is allowed that cannot be written down: ${reason}`);
    }
  }

  #reply(request: Waiting['request'], settlement: Settlement, by: AnsweredBy): void {
    try {
      if ('answer' in settlement) {
        if ('allows' in request) request.reply(settlement.answer, by);
      } else if (!('allows' in request)) {
        request.reply(settlement.answers, settlement.reason, by);
      }
    } catch {
      // The process is gone, or its pipe is. It waits for nothing any more.
    }
  }

  #tell(id: string, settlement: Settlement, by: AnsweredBy): void {
    if ('answer' in settlement) {
      this.#options.emit({ type: 'approval.resolved', id, answer: settlement.answer, by });
      return;
    }
    const { answers, reason } = settlement;
    const told = { ...(answers && { answers }), ...(reason !== undefined && { reason }) };
    this.#options.emit({ type: 'question.resolved', id, ...told, by });
  }
}

function refusal({ request }: Waiting, reason?: string): Settlement {
  if ('allows' in request) return { answer: { deny: true, ...(reason !== undefined && { reason }) } };
  return { answers: undefined, reason };
}

function readAnswers(value: unknown): Record<string, string[]> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : undefined;
  const isGood = entries?.every(([, texts]) => Array.isArray(texts) && texts.every((text) => typeof text === 'string'));
  if (!entries || !isGood) throw new TypeError('answers are lists of texts by the id of their question');
  return Object.fromEntries(entries);
}

/** What was typed for a question that hides it is not written down. */
function withoutSecrets(ask: Ask, settlement: Settlement): Settlement {
  if ('answer' in settlement || !settlement.answers || !('questions' in ask)) return settlement;
  const hidden = new Set(ask.questions.flatMap(({ id, secret }) => (secret ? [id] : [])));
  if (hidden.size === 0) return settlement;
  const shown = Object.entries(settlement.answers).map(([id, texts]) => [id, hidden.has(id) ? ['(hidden)'] : texts]);
  return { ...settlement, answers: Object.fromEntries(shown) };
}

/** No other process can guess it. */
function newId(): string {
  return randomBytes(16).toString('hex');
}

type Told = Omit<ApprovalRequest, 'reply' | 'key' | 'words'>;

function withoutUndefined(told: Told): Pick<Approval, 'kind' | 'title'> {
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined)) as Told;
}
