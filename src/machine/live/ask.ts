import type { FileChange } from '../../core/thread/item.ts';

/** What may be answered to an approval. */
export type AnswerKind =
  | 'allow'
  | 'allow-session'
  | 'allow-always'
  | 'allow-changed'
  | 'deny'
  | 'deny-reason'
  | 'deny-stop';

/** The answer to an approval. */
export type Answer =
  | {
      /**
       * `once`: this call. `session`: this call and every equal one of this thread, for the life of this process; we keep
       * it, not the agent. `always`: the agent's own grant, as wide as `words` says.
       */
      allow: 'once' | 'session' | 'always';
      /** Other arguments in the place of the model's, where `allows` has `allow-changed`. */
      input?: unknown;
    }
  | {
      deny: true;
      /** Why, for the model where the agent passes it on, and for the journal. */
      reason?: string;
      /** Ends the turn as well. */
      stop?: boolean;
    };

/** What an agent wants to do. */
export type ApprovalKind = 'command' | 'edit' | 'fetch' | 'tool' | 'path' | 'plan' | 'other';

/** An agent asks whether it may do something. It waits until it is answered. */
export interface Approval {
  /** 128 random bits, ours. */
  readonly id: string;
  /** The item that it belongs to: the id of the tool call. */
  readonly item_id?: string;
  /** The thread that asks. */
  readonly thread_id: string;
  /** The sub-agent that asks, where the agent says so. */
  readonly agent_id?: string;
  readonly kind: ApprovalKind;
  /** One line for people, in the agent's words. */
  readonly title: string;
  /** Why the agent asks, in its own words. */
  readonly reason?: string;
  /** The agent's name of the tool. */
  readonly tool?: string;
  /** The whole command line, for a command. */
  readonly command?: string;
  /** The arguments as the model wrote them. */
  readonly input?: unknown;
  /** The files that it would change. */
  readonly changes?: readonly FileChange[];
  /** The address that it would fetch. */
  readonly url?: string;
  /** The folder that it would work in. */
  readonly cwd: string;
  /** What may be answered here, never more. */
  readonly allows: readonly AnswerKind[];
  /** The agent's own text for a grant: how wide it is. */
  readonly words: Partial<Record<AnswerKind, string>>;
  /** Answers once. A second call throws `answered`, an answer that `allows` lacks `not-possible`. */
  answer(answer: Answer): Promise<void>;
}

/** One question to a person. */
export interface QuestionPart {
  id: string;
  text: string;
  header?: string;
  options?: readonly { label: string; description?: string }[];
  multiple?: boolean;
  secret?: boolean;
}

/** An agent asks a person something. */
export interface Question {
  /** 128 random bits, ours. */
  readonly id: string;
  readonly questions: readonly QuestionPart[];
  /** False where the agent shows a question and takes no answer. */
  readonly answerable: boolean;
  /** Answers once: texts by the id of each question. */
  answer(answers: Record<string, string[]>): Promise<void>;
  /** Refuses to answer. */
  decline(reason?: string): Promise<void>;
}

/** Something that waits for a person. */
export type Ask = Approval | Question;

/** Who or what answered. */
export type AnsweredBy =
  | 'caller'
  | 'policy'
  | 'grant'
  | 'agent'
  | 'cancel'
  | 'close'
  | 'timeout'
  | 'abort'
  | 'reader-gone';

/** Answers before anybody is asked. One that throws, is late or gives anything else denies. */
export type Policy = (approval: Approval) => Answer | 'ask' | Promise<Answer | 'ask'>;
