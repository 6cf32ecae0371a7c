// The server of an AI SDK chat (`useChat`) whose model is Codex. Each chat is one thread, which goes on with every post:
//   CHAT_TOKEN=secret node examples/ai-chat.ts
import { createAdaptorServer } from '@hono/node-server';
import { convertToModelMessages, safeValidateUIMessages, streamText } from 'ai';
import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { createThreadlineModel } from 'threadline/ai';
import { type AgentRun, CodexClient } from 'threadline/run';

const { CHAT_TOKEN: token, PORT = '8788' } = process.env;
if (!token) throw new Error('CHAT_TOKEN is missing: whoever may talk to the agent may read files here');

const codex = new CodexClient({ sandbox: 'read-only', skipGitRepoCheck: true, timeoutMs: 600_000 });
/** The thread of each chat, by the id that `useChat` gives it. A real service keeps it with its users. */
const threads = new Map<string, string>();
const app = new Hono();

app.use(bearerAuth({ token }));

app.post('/api/chat', async (context) => {
  const body: { id?: unknown; messages?: unknown } | undefined = await context.req.json().catch(() => undefined);
  const { id, messages } = body ?? {};
  const checked = await safeValidateUIMessages({ messages });
  if (typeof id !== 'string' || !checked.success) return context.json({ error: 'not a chat' }, 400);

  let run: AgentRun | undefined;
  const model = createThreadlineModel({
    run(prompt, { signal }) {
      const resume = threads.get(id);
      run =
        resume === undefined ? codex.streamExec({ prompt, signal }) : codex.streamResume({ resume, prompt, signal });
      return run;
    },
  });
  const result = streamText({
    model,
    // Only what the person said last goes to Codex: it remembers the rest.
    messages: await convertToModelMessages(checked.data),
    abortSignal: context.req.raw.signal,
    onFinish() {
      if (run?.threadId !== undefined) threads.set(id, run.threadId);
    },
  });
  return result.toUIMessageStreamResponse();
});

const server = createAdaptorServer({ fetch: app.fetch });
server.listen(Number(PORT), '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : PORT;
  process.stdout.write(`listening on http://127.0.0.1:${port}\n`);
});
