import { convertToModelMessages, safeValidateUIMessages, streamText } from 'ai';
import { createThreadlineModel } from 'threadline/ai';
import { type AgentRun, CodexClient } from 'threadline/run';

const codex = new CodexClient({ sandbox: 'read-only', skipGitRepoCheck: true, timeoutMs: 600_000 });
/** The thread of each chat, by the id that `useChat` gives it. A real service keeps it with its users. */
const threads = new Map<string, string>();

/** Whoever may talk to the agent may read files here: only this machine's own page may. */
function isOwnPage(request: Request): boolean {
  const host = request.headers.get('host') ?? '';
  return /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(host) && request.headers.get('origin') === `http://${host}`;
}

export async function POST(request: Request): Promise<Response> {
  if (!isOwnPage(request)) return Response.json({ error: 'not from here' }, { status: 403 });
  const body: { id?: unknown; messages?: unknown } | undefined = await request.json().catch(() => undefined);
  const { id, messages } = body ?? {};
  const checked = await safeValidateUIMessages({ messages });
  if (typeof id !== 'string' || !checked.success) return Response.json({ error: 'not a chat' }, { status: 400 });

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
    messages: await convertToModelMessages(checked.data),
    abortSignal: request.signal,
    onFinish() {
      if (run?.threadId !== undefined) threads.set(id, run.threadId);
    },
  });
  return result.toUIMessageStreamResponse();
}
