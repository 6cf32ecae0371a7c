// A tolerant client: each line that Codex prints, good or bad, in the flat envelope; then the same thread once more.
//   node tolerant-client.ts "Which files are here?"
import { itemEnvelope } from 'threadline';
import { type AgentRun, CodexClient } from 'threadline/run';

const codex = new CodexClient({ sandbox: 'read-only', skipGitRepoCheck: true, eventLog: 'codex-events.jsonl' });

async function follow(run: AgentRun): Promise<string | undefined> {
  for await (const outcome of run.events) {
    // A line that cannot be read is told, and the next one is read.
    if (!outcome.ok) print({ line: outcome.line, error: outcome.error.code, raw: outcome.error.raw });
    else for (const event of outcome.events) print(itemEnvelope(event) ?? event);
  }
  const { ok, threadId, error } = await run.completion; // never rejects
  print({ ok, ...(error && { error }) });
  return threadId;
}

const print = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`);
const resume = await follow(codex.streamExec({ prompt: process.argv[2] ?? 'Which files are here?' }));
if (resume !== undefined) await follow(codex.streamResume({ resume, prompt: 'Which is the largest?' }));
