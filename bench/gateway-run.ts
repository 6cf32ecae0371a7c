import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { createToken, tokenDigest } from '../src/fleet/gateway/index.ts';
import { addToken, connect, findTenant, migrate } from '../src/fleet/postgres/index.ts';
import { createClient, madeSource } from '../test/gateway/client.ts';
import { startPostgres } from '../test/postgres/server.ts';
import { makeArchiveHome } from './data/archive-home.ts';
import { print } from './print.ts';
import { root } from './subject.ts';

const SESSIONS = 1500;
/** Of a segment, as a collector cuts them. */
const SEGMENT_BYTES = 256 * 1024;
const SENDERS = 8;
const MOST = 0.5;

/** What a gateway costs, beside the folding of what it takes. Tells whether the target was met. */
export async function compareGateway(folder: string, scale: number): Promise<boolean> {
  const name = 'target gateway CPU time for a MB against folding it';
  const program = join(root, 'bin/threadline.js');
  const reason = existsSync('/proc/self/stat') ? undefined : 'it needs /proc';
  const isBuilt = existsSync(join(root, 'dist/index.js'));
  const server = reason === undefined && isBuilt ? await startPostgres() : { skip: reason ?? 'it needs a build' };
  if ('skip' in server) {
    print(`${name}: skipped (${server.skip})`);
    return true;
  }
  const home = join(folder, 'gateway-home');
  makeArchiveHome(home, Math.ceil(SESSIONS * scale));
  try {
    const url = await server.createDatabase();
    await migrate({ url });
    const { gatewayMs, foldMs, bytes } = await measure(program, url, home);
    const ratio = gatewayMs / foldMs;
    const each = (ms: number) => (ms / (bytes / 1e6)).toFixed(1);
    const passed = ratio <= MOST;
    print(
      `${name}: ${ratio.toFixed(2)}x (at most ${MOST}x; ${each(gatewayMs)} and ${each(foldMs)} ms) ${passed ? 'pass' : 'FAIL'}`,
    );
    return passed;
  } finally {
    await server.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** The same bytes: first they come, then they are folded, each by a program of its own. */
async function measure(program: string, url: string, home: string) {
  const env = { ...process.env, THREADLINE_ARCHIVE: url };
  const token = createToken();
  const database = await connect({ url });
  try {
    await addToken(database, await findTenant(database, 'default'), { name: 'bench', hash: tokenDigest(token) });
    const gateway = spawn(process.execPath, [program, 'gateway', '--port', '0'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [address]: string[] = await once(createInterface({ input: gateway.stdout }), 'line');
    const bytes = await sendAll(
      home,
      createClient(() => address ?? '', token),
    );
    const gatewayMs = await endAndCount(gateway);
    const worker = spawn(process.execPath, [program, 'worker'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    const jobs = () => database.transaction({ role: 'owner' }, (queries) => queries.get('select 1 from job limit 1'));
    while (await jobs()) await wait(200);
    return { gatewayMs, foldMs: await endAndCount(worker), bytes };
  } finally {
    await database.close();
  }
}

async function sendAll(home: string, client: ReturnType<typeof createClient>): Promise<number> {
  const paths = globSync('**/*.jsonl', { cwd: home });
  let next = 0;
  let bytes = 0;
  const send = async () => {
    for (let path = paths[next++]; path !== undefined; path = paths[next++]) {
      const text = readFileSync(join(home, path), 'utf8');
      const agent = path.startsWith('projects/') ? 'claude' : path.startsWith('tmp/') ? 'gemini' : 'codex';
      const { sources } = await client.open([madeSource(path, { agent, home: `/home/user/.${agent}` })]);
      let head = 0;
      for (const piece of pieces(text)) {
        const answer = await client.put(sources[0]?.id ?? '', head, piece);
        if (answer.status !== 200) throw new Error(`the gateway answers ${answer.status}`);
        bytes += answer.head - head;
        head = answer.head;
      }
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
  return bytes;
}

function* pieces(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const last = text.lastIndexOf('\n', start + SEGMENT_BYTES);
    const end = (last >= start ? last : text.indexOf('\n', start)) + 1;
    yield text.slice(start, end);
    start = end;
  }
}

/** How much CPU time a program took, in milliseconds; it is ended. */
async function endAndCount(child: ChildProcess): Promise<number> {
  // The name, which may hold anything, stands in brackets before the rest; the 14th and 15th fields are ticks of 10 ms.
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  child.kill('SIGTERM');
  await once(child, 'exit');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
