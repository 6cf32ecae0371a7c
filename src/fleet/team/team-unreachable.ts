import { ThreadlineError } from '../../errors.ts';
import { systemMessage } from '../../machine/sessions/file-fault.ts';

/** The fault of a team server that gave no answer, with the reason: a name, a port, a certificate. */
export function teamUnreachable(origin: string, cause: unknown): ThreadlineError {
  const why = reasonOf(cause);
  const said = `the team server at ${new URL(origin).host} cannot be reached`;
  return new ThreadlineError('unreachable', why === '' ? said : `${said}: ${why}`, { cause });
}

/** `fetch` says only that it failed. Below that stands why, and where a name has several addresses, why for each. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (error instanceof TypeError && error.cause !== undefined) return reasonOf(error.cause);
  return systemMessage(error);
}
