// A client of the typed protocol: guards and accessors instead of JSON, whatever the agent's version.
//   node protocol-client.ts "Which files are here?"
import {
  isError,
  isItemCompleted,
  isThreadStarted,
  isTurnCompleted,
  isTurnFailed,
  isUnknown,
  itemText,
} from 'threadline';
import { CodexClient } from 'threadline/run';

const run = new CodexClient({ sandbox: 'read-only', skipGitRepoCheck: true }).streamExec({
  prompt: process.argv[2] ?? 'Which files are here?',
});

for await (const event of run.threadEvents()) {
  if (isThreadStarted(event)) print({ thread: event.thread_id });
  else if (isTurnCompleted(event)) print({ tokens: event.usage?.total_tokens ?? null });
  else if (isTurnFailed(event)) print({ failed: event.error.message ?? null, code: event.error.code ?? null });
  else if (isError(event)) print({ warning: event.message });
  else if (isUnknown(event)) print({ unknown: event.wire_type, data: event.data });
  else if (isItemCompleted(event)) {
    const { item } = event;
    if (item.type === 'command_execution') print({ command: item.command, exit: item.exit_code ?? null });
    else print({ item: item.type, text: itemText(item) ?? null });
  }
}
print({ finished: run.isFinished, ok: (await run.completion).ok });

function print(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
