// Codex as a language model of the AI SDK:
//   node examples/ai-sdk.ts "Which files are here?"
import { streamText } from 'ai';
import { createThreadlineModel } from 'threadline/ai';
import { CodexClient } from 'threadline/run';

const codex = new CodexClient({ sandbox: 'read-only', skipGitRepoCheck: true });
const model = createThreadlineModel({ run: (prompt, { signal }) => codex.streamExec({ prompt, signal }) });

const result = streamText({ model, prompt: process.argv[2] ?? 'Which files are here?' });
for await (const part of result.stream) {
  if (part.type === 'text-delta') print({ text: part.text });
  // Codex runs its tools by itself: the SDK only hears of them.
  if (part.type === 'tool-call') print({ tool: part.toolName, input: part.input });
  if (part.type === 'tool-result') print({ output: part.output });
  if (part.type === 'tool-error') print({ failed: part.toolName, error: part.error });
  if (part.type === 'finish') print({ finish: part.finishReason, usage: part.totalUsage });
}

function print(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
