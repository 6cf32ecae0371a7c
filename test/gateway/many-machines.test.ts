import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { createToken, tokenDigest } from '../../src/fleet/gateway/index.ts';
import { addToken, findTenant, verify } from '../../src/fleet/postgres/index.ts';
import { exitCodeOf, startCli } from '../cli/run-cli.ts';
import { startArchive, type TestArchive } from '../postgres/archive.ts';
import { type Client, createClient, madeSource } from './client.ts';

// Half a minute of two cores: too long for every run of the tests.
const started = process.env.THREADLINE_POSTGRES ? await startArchive() : { skip: 'npm run fleet does it' };
const skip = 'skip' in started ? started.skip : false;
// Where there is no server nothing below runs.
const archive = started as TestArchive;

const MACHINES = Number(process.env.THREADLINE_MACHINES ?? 200);
const SEGMENTS = 8;
const LINE = `${JSON.stringify({ type: 'event', text: 'words of a session '.repeat(50) })}\n`;
const TEXT = LINE.repeat(64);

/** Sends a file as a collector does: from where the head is, again after a while where it is told so. */
async function sendAll(client: Client, onKept: () => void): Promise<void> {
  const total = SEGMENTS * TEXT.length;
  let source: { id: string; head: number } | undefined;
  for (let delay = 100; ; delay = Math.min(delay * 2, 2000)) {
    source ??= (await client.open([madeSource()]).catch(() => undefined))?.sources[0];
    while (source && source.head < total) {
      const { id, head } = source;
      const answer = await client.put(id, head, TEXT).catch(() => undefined);
      if (answer?.status !== 200 && answer?.status !== 409) break;
      if (answer.status === 200) onKept();
      source = { id, head: answer.head };
      delay = 100;
    }
    if (source && source.head >= total) return;
    await wait(delay * (0.5 + Math.random()));
  }
}

describe.skipIf(skip)(`${MACHINES} machines at one gateway`, () => {
  afterAll(() => archive.close());

  it('all get through, also when the server is away for a while, and the gateway stays small', async () => {
    const tenant = await findTenant(archive.database, 'default');
    const tokens = Array.from({ length: MACHINES }, createToken);
    for (const [index, token] of tokens.entries()) {
      await addToken(archive.database, tenant, { name: `machine-${index}`, hash: tokenDigest(token) });
    }
    const child = startCli(['gateway', '--port', '0'], { env: { THREADLINE_ARCHIVE: archive.url } });
    const [address]: string[] = await once(createInterface({ input: child.stdout }), 'line');
    let kept = 0;
    let whenHalfDone = () => {};
    const halfDone = new Promise<void>((resolve) => {
      whenHalfDone = resolve;
    });
    /** Of each machine, how much it had got through when the first one was done. */
    const progress = tokens.map(() => 0);
    let atFirstEnd: number[] | undefined;
    const sending = tokens.map(async (token, index) => {
      await sendAll(
        createClient(() => address ?? '', token),
        () => {
          kept += 1;
          progress[index] = (progress[index] ?? 0) + 1;
          if (kept === (MACHINES * SEGMENTS) / 2) whenHalfDone();
        },
      );
      atFirstEnd ??= [...progress];
    });
    await halfDone;
    await archive.server.stop();
    await wait(3000);
    await archive.server.start();
    await Promise.all(sending);
    expect(
      atFirstEnd?.filter((count) => count === 0),
      'none is starved',
    ).toEqual([]);
    const status = `/proc/${child.pid}/status`;
    const peak = existsSync(status) ? Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(status, 'utf8'))?.[1]) / 1024 : 0;
    expect(peak, 'megabytes at most').toBeLessThan(400);
    child.kill('SIGTERM');
    await exitCodeOf(child);
    const found = await verify(archive.database);
    expect(found.wrong).toEqual([]);
    expect(found).toMatchObject({ machines: MACHINES, sources: MACHINES, segments: MACHINES * SEGMENTS });
  }, 300_000);
});
