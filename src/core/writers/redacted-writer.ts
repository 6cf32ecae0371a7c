import type { Redactor } from '../redact/redactor.ts';
import type { Writer } from './writer.ts';

/**
 * Writes in the shape of another writer, which sees nothing that a redactor considers secret. Other input of a writer,
 * such as facts for its head, must be redacted by the caller.
 */
export function withRedaction(writer: Writer, redactor: Redactor): Writer {
  return {
    push: (outcome) => redactor.outcome(outcome).flatMap((safe) => writer.push(safe)),
    end: () => [...redactor.end().flatMap((safe) => writer.push(safe)), ...writer.end()],
  };
}
