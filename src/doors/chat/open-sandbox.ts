import type { BaseChatRequest } from './chat-agent.ts';
import type { Sandbox, Sandboxes } from './sandbox.ts';

/** The package name in a variable: the package is the server's choice, and bundlers must not look for it. */
const PACKAGE: string = '@vercel/sandbox';

/** Opens the sandbox that the request names, or a new one from a snapshot if it is gone or none is named. */
export async function openSandbox(
  request: BaseChatRequest,
  agentSnapshotId: string | undefined,
  sandboxes: Sandboxes,
  signal: AbortSignal,
): Promise<Sandbox> {
  const snapshotId = request.snapshot_id?.trim() || agentSnapshotId?.trim();
  const id = request.sandbox_id;
  if (!id) return createFrom(snapshotId || sandboxes.baseSnapshotId, sandboxes, signal);
  try {
    const sandbox = await sandboxes.get({ sandboxId: id, name: id, signal });
    if (sandbox.status === 'running') return sandbox;
    if (!snapshotId) throw new Error(`the sandbox is ${sandbox.status}, not running, and there is no snapshot of it`);
  } catch (error) {
    if (!snapshotId) throw error;
  }
  return createFrom(snapshotId, sandboxes, signal);
}

function createFrom(snapshotId: string | undefined, sandboxes: Sandboxes, signal: AbortSignal): Promise<Sandbox> {
  signal.throwIfAborted();
  if (!snapshotId) throw new Error('a new sandbox needs a snapshot: of the agent, or snapshot_id of the request');
  return sandboxes.create({ source: { type: 'snapshot', snapshotId }, signal });
}

/** The sandboxes of `@vercel/sandbox`, if the server has it. The machine itself is never a fallback. */
export async function loadVercelSandboxes(): Promise<Sandboxes> {
  const loaded: { Sandbox: Sandboxes } = await import(PACKAGE).catch((cause: unknown) => {
    throw new Error(`runChat needs sandboxes: install ${PACKAGE}, or pass some, such as createLocalSandbox()`, {
      cause,
    });
  });
  return loaded.Sandbox;
}
