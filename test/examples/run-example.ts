import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Starts an example as a user does, on the built package, with a stand-in for Codex. */
function startExample(name: string, args: string[] = [], env: NodeJS.ProcessEnv = {}): ChildProcessWithoutNullStreams {
  if (!existsSync(`${root}dist`)) throw new Error('dist/ is missing: npm run build');
  const codex = fileURLToPath(new URL('../fakes/codex-recording.mjs', import.meta.url));
  return spawn(process.execPath, [`${root}examples/${name}`, ...args], {
    cwd: root,
    env: { ...process.env, CODEX_CLI_PATH: codex, ...env },
  });
}

/** Runs an example that prints lines of JSON. */
export async function runExample(
  name: string,
  args: string[] = [],
): Promise<{ lines: Record<string, unknown>[]; stderr: string; exitCode: unknown }> {
  const child = startExample(name, args);
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const [stdout, stderr, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  const lines = stdout.split('\n').filter((line) => line !== '');
  return { lines: lines.map((line) => JSON.parse(line)), stderr, exitCode };
}

/** Starts an example that is a server on a free port, and waits until it tells its address. */
export async function startServer(
  name: string,
  env: NodeJS.ProcessEnv,
): Promise<{ server: ChildProcessWithoutNullStreams; address: string }> {
  const server = startExample(name, [], { ...env, PORT: '0' });
  const address = await new Promise<string>((resolve, reject) => {
    let printed = '';
    server.stderr.on('data', (chunk) => {
      printed += chunk;
    });
    server.stdout.on('data', (chunk) => {
      const [, found] = /listening on (\S+)\n/.exec(String(chunk)) ?? [];
      if (found) resolve(found);
    });
    server.once('exit', () => reject(new Error(`the server ended: ${printed}`)));
  });
  return { server, address };
}
