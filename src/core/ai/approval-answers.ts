import type { PromptMessage } from './agent-prompt.ts';
import type { ApprovalWatch } from './live-parts.ts';
import type { SourceApproval } from './live-source.ts';
import type { CallWarning } from './stream-part.ts';

/** The approvals that wait in the streams of one model, and the answers that requests bring. */
export interface ApprovalAnswers extends ApprovalWatch {
  /**
   * Gives the answers of a message list to approvals that are open now. One that is not open, in this process and of this
   * model, is no answer: what a history says allows nothing. Tells whether the list ends with answers, and asks nothing.
   */
  take(messages: readonly PromptMessage[]): Promise<{ isOnlyAnswers: boolean; warnings: CallWarning[] }>;
}

export function createApprovalAnswers(): ApprovalAnswers {
  const open = new Map<string, SourceApproval>();

  async function give({ approvalId, approved, reason }: Response): Promise<boolean> {
    const approval = open.get(approvalId);
    if (!approval) return false;
    open.delete(approvalId);
    try {
      await approval.answer(approved ? { allow: 'once' } : { deny: true, ...(reason !== undefined && { reason }) });
      return true;
    } catch {
      // It was over by then, and denied.
      return false;
    }
  }

  return {
    asked: (approval) => void open.set(approval.id, approval),
    over: (id) => void open.delete(id),
    async take(messages) {
      const last = messages.at(-1);
      const latest = last?.role === 'tool' ? responsesIn(last) : [];
      const warnings: CallWarning[] = [];
      for (const message of messages) {
        for (const response of message.role === 'tool' ? responsesIn(message) : []) {
          const isTaken = await give(response);
          if (!isTaken && message === last) warnings.push(NOT_OPEN);
        }
      }
      return { isOnlyAnswers: latest.length > 0, warnings };
    },
  };
}

const NOT_OPEN: CallWarning = {
  type: 'unsupported',
  feature: 'tool-approval-response',
  details: 'the approval is not open in this process: it was answered, or its request is over',
};

interface Response {
  approvalId: string;
  approved: boolean;
  reason: string | undefined;
}

function responsesIn({ content }: PromptMessage): Response[] {
  if (typeof content === 'string') return [];
  return content.flatMap((part: object) => {
    const { type, approvalId, approved, reason } = part as Record<string, unknown>;
    if (type !== 'tool-approval-response' || typeof approvalId !== 'string') return [];
    // Whatever is not plainly a yes is a no.
    return [{ approvalId, approved: approved === true, reason: typeof reason === 'string' ? reason : undefined }];
  });
}
