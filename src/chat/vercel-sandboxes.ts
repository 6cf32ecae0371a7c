import type { Sandboxes } from './sandbox.ts';

/** Not imported by its name: it is the server's choice to have it, and bundlers must not look for it. */
const PACKAGE: string = '@vercel/sandbox';

/** The sandboxes of `@vercel/sandbox`, if the server has it. Never the machine itself: that has to be asked for. */
export async function loadVercelSandboxes(): Promise<Sandboxes> {
  const loaded: { Sandbox: Sandboxes } = await import(PACKAGE).catch((cause: unknown) => {
    throw new Error(`runChat needs sandboxes: install ${PACKAGE}, or pass some, such as createLocalSandbox()`, {
      cause,
    });
  });
  return loaded.Sandbox;
}
