// A chat route: a request becomes a run of Codex in a sandbox, answered with NDJSON. `POST` fits any router of web requests.
//   CODEX_API_KEY=… node chat-route.ts "Write a haiku to artifacts/haiku.md"
import { createCodexAgent, createLocalSandbox, runChat } from 'threadline/chat';
import { detectCli } from 'threadline/run';

const agent = createCodexAgent({ binary: detectCli() });
// Runs agents on this machine, as its user: good for trying out. For strangers pass Sandbox of @vercel/sandbox instead.
const sandboxes = createLocalSandbox();

export async function POST(request: Request): Promise<Response> {
  const body: unknown = await request.json().catch(() => undefined);
  const { success, data, error } = agent.requestSchema.safeParse(body);
  if (!success) return Response.json({ error: error.issues }, { status: 400 });
  // Aborted when the client goes away, and Codex is ended with it.
  return runChat({ agent, input: data, signal: request.signal, sandboxes });
}

const body = JSON.stringify({ message: process.argv[2] ?? 'Which files are here?' });
const response = await POST(new Request('http://localhost/chat', { method: 'POST', body }));
for await (const chunk of response.body ?? []) process.stdout.write(chunk);
await sandboxes.dispose();
