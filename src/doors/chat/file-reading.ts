import type { PreparedSandbox } from './chat-agent.ts';
import type { Sandbox } from './sandbox.ts';

/** Prints a file as text that survives every sandbox. An exit code of 3 means that there is no such file. */
const PRINT = 'test -e "$0" || exit 3; exec base64 < "$0"';
const MISSING = 3;

/** The same sandbox, whose files can also be read if the provider has no method for it. */
export function withFileReading(sandbox: Sandbox): PreparedSandbox {
  const readByCommand = createFileReader(sandbox);
  if (canReadFiles(sandbox)) return sandbox;
  const prepared: PreparedSandbox = Object.create(sandbox);
  return new Proxy(prepared, {
    get(_, name) {
      if (name === 'readFileToBuffer') return readByCommand;
      const member: unknown = Reflect.get(sandbox, name);
      // Methods that use private fields work on the sandbox itself alone.
      return typeof member === 'function' ? member.bind(sandbox) : member;
    },
  });
}

function canReadFiles(sandbox: Sandbox): sandbox is PreparedSandbox {
  return typeof sandbox.readFileToBuffer === 'function';
}

function createFileReader(sandbox: Sandbox): PreparedSandbox['readFileToBuffer'] {
  return async ({ path, cwd }, { signal } = {}) => {
    // A path that begins with a dash is a file, too.
    const name = path.startsWith('/') ? path : `./${path}`;
    const printed = await sandbox.runCommand({ cmd: 'sh', args: ['-c', PRINT, name], cwd, signal });
    if (printed.exitCode === MISSING) return null;
    if (printed.exitCode !== 0) throw new Error(`the sandbox cannot read ${JSON.stringify(path)}`);
    return Buffer.from(await printed.stdout(), 'base64');
  };
}
