import type { Redactor } from '../redact/redactor.ts';
import type { Writer } from './writer.ts';

/**
 * Writes in the shape of another writer, and lets it see nothing that a redactor holds for secret. What else a writer is
 * given, such as facts for its head, has to be redacted by who gives it.
 */
export function withRedaction(writer: Writer, redactor: Redactor): Writer {
  return {
    push: (outcome) => redactor.outcome(outcome).flatMap((safe) => writer.push(safe)),
    end: () => [...redactor.end().flatMap((safe) => writer.push(safe)), ...writer.end()],
  };
}
