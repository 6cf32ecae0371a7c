/** A recorded line of a client. */
export type RecordedLine = Record<string, unknown>;

export interface Decision {
  allow: boolean;
  input?: unknown;
  reason?: string;
  stop?: boolean;
}

const fields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** What a recorded client answered, as far as it is a yes: whatever is not understood is a no. */
export function decisionOf(message: RecordedLine, protocol: string, ask: { input?: unknown } | undefined): Decision {
  if (protocol === 'claude') {
    const { behavior, updatedInput, message: reason, interrupt } = fields(fields(message.response).response);
    if (behavior === 'allow') {
      const isChanged = typeof updatedInput === 'object' && JSON.stringify(updatedInput) !== JSON.stringify(ask?.input);
      return { allow: true, ...(isChanged && { input: updatedInput }) };
    }
    return { allow: false, ...(typeof reason === 'string' && { reason }), ...(interrupt === true && { stop: true }) };
  }
  const result = fields(message.result);
  if (protocol === 'acp') {
    const { outcome, optionId } = fields(result.outcome);
    return {
      allow:
        outcome === 'selected' &&
        /allow|proceed|yes|once|always/i.test(String(optionId)) &&
        !/reject|cancel|no$/i.test(String(optionId)),
    };
  }
  const { decision, answers } = result;
  return {
    allow:
      answers !== undefined ||
      /^(?:accept|approved)/.test(typeof decision === 'string' ? decision : (Object.keys(fields(decision))[0] ?? '')),
  };
}
