// A chat service: each POST /chat runs Codex in a sandbox and answers with NDJSON.
//   CODEX_API_KEY=… CHAT_TOKEN=secret node examples/chat-server.ts
//   curl -N localhost:8787/chat -H 'Authorization: Bearer secret' -d '{"message":"Write a haiku to artifacts/haiku.md"}'
// To go on, send session_id (of `init`), sandbox_id (of `sandbox`) and snapshot_id (of `snapshot`) with the next message.
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { createCodexAgent, createLocalSandbox, runChat } from 'threadline/chat';
import { detectCli } from 'threadline/run';

const { CHAT_TOKEN: token, PORT = '8787' } = process.env;
if (!token) throw new Error('CHAT_TOKEN is missing: whoever may talk to the agent may run commands here');

// Runs agents on this machine, as its user: good for trying out. For strangers pass Sandbox of @vercel/sandbox instead.
const sandboxes = createLocalSandbox();
const agent = createCodexAgent({ binary: detectCli() });
const app = new Hono();

app.use(bearerAuth({ token }));

app.post('/chat', async (context) => {
  const body: unknown = await context.req.json().catch(() => undefined);
  const request = agent.requestSchema.safeParse(body);
  if (!request.success) return context.json({ error: request.error.issues }, 400);
  // Aborted when the client goes away, and Codex is ended with it.
  return runChat({ agent, input: request.data, signal: context.req.raw.signal, sandboxes });
});

const server = createAdaptorServer({ fetch: app.fetch });
server.listen(Number(PORT), '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : PORT;
  process.stdout.write(`listening on http://127.0.0.1:${port}\n`);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // Runs to its end: agents that are at work are ended meanwhile.
  process.once(signal, async () => {
    server.close();
    await sandboxes.dispose();
    process.exit(0);
  });
}
