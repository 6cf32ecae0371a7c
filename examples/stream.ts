// Runs Codex and prints what happens as it happens:
//   node examples/stream.ts "Which files are here?"
import { eventItem } from 'threadline';
import { CodexClient } from 'threadline/run';

const prompt = process.argv[2] ?? 'Which files are here?';
const codex = new CodexClient({ sandbox: 'read-only', skipGitRepoCheck: true, timeoutMs: 300_000 });

const run = codex.streamExec({ prompt });
for await (const outcome of run.events) {
  // A line that cannot be read is told and passed over: the run goes on.
  if (!outcome.ok) print({ problem: outcome.error.code, line: outcome.line });
  else for (const event of outcome.events) print({ event: event.type, item: eventItem(event)?.type });
}

// Resolves for failures, too, and always has the same fields.
const { ok, threadId, lastMessage, usage, error } = await run.completion;
print({ ok, threadId, lastMessage, usage, error });
process.exitCode = ok ? 0 : 1;

/** As JSON: what an agent says may hold anything, and a terminal would obey it. */
function print(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
