import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { findFiles } from '../../src/machine/sessions/find-files.ts';
import { codexHead, codexId, createRandom } from '../archive/made-home.ts';
import { tempFolder } from '../archive/temp-archive.ts';
import { drifts } from '../contract/drift.ts';
import { startArchive, type TestArchive } from '../postgres/archive.ts';
import { fixtureHomes } from './fixture-homes.ts';
import { makeTenant, session, turn } from './made-tenant.ts';
import { codexSource, foldAll } from './sent-files.ts';

const started = await startArchive();
const skip = 'skip' in started;
// Where it is missing, nothing below is run.
const archive = started as TestArchive;
afterAll(() => (skip ? undefined : archive.close()));

const ODD_TEXTS = ['', '\0', 'a\0b', '\ud800', '\u2028', "'; drop table session; --", 'x'.repeat(2_000_000)];
const ODD_VALUES = [...ODD_TEXTS, -1, 1e308, 2 ** 63, 0.5, null, true, [], {}, Number.MIN_VALUE].map((value) =>
  JSON.stringify(value),
);

/** Odd values at random places of a file's records, one to a record. */
function drifted(bytes: Buffer, random: () => number): string {
  const pick = <Value>(list: readonly Value[]) => list[Math.floor(random() * list.length)];
  const lines = bytes.toString().trim().split('\n');
  return lines
    .map((line) => {
      // In place of a whole value: `"name":` and what follows up to the next mark.
      const places = [...line.matchAll(/(?<="\w{1,40}":)(?:"[^"\\]{0,60}"|-?\d+(?:\.\d+)?|true|false|null)(?=[,}])/g)];
      const place = random() < 0.5 ? pick(places) : undefined;
      if (!place) return line;
      const odd = random() < 0.1 ? pick(drifts.slice(1))?.value(null, '') : pick(ODD_VALUES.slice(0, -1));
      return line.slice(0, place.index) + odd + line.slice(place.index + place[0].length);
    })
    .join('\n');
}

describe.skipIf(skip)('hostile sources', () => {
  it('with odd values at any place are folded like others', async () => {
    const { machine, rows } = await makeTenant(archive);
    const laptop = await machine();
    const random = createRandom(7);
    let count = 0;
    for (const home of fixtureHomes(tempFolder('home'))) {
      for (const { path, agent, compressed } of findFiles({ homes: [home] })) {
        if (compressed || random() < 0.5) continue;
        count += 1;
        const source = { agent: agent?.name ?? '', home, path, generation: 'first', mode: 'full' as const };
        await laptop.send(source, drifted(readFileSync(path), random));
      }
    }
    expect(count).toBeGreaterThan(20);
    expect(await foldAll(archive)).toEqual([]);
    expect((await rows()).sources.every(({ folded, head }) => folded === head)).toBe(true);
  }, 120_000);

  it('are no reason to fail: long lines, deep ones, long lists, no JSON, nothing at all', async () => {
    const { machine, rows } = await makeTenant(archive);
    const laptop = await machine();
    const said = (text: string) =>
      `{"timestamp":"2026-01-01T00:00:00.000Z","type":"event_msg","payload":{"type":"user_message","message":${text}}}\n`;
    const texts = [
      session(1, turn(1), said(`"${'x'.repeat(15_000_000)}"`)),
      session(2, said(`${'['.repeat(20_000)}${']'.repeat(20_000)}`), turn(1)),
      session(3, said(`[${'0,'.repeat(99_999)}0]`), turn(1)),
      `${'{'.repeat(200_000)}\n`,
      '\n\n\n',
      '\0\0\0\n',
      codexHead('\0'.repeat(1000)),
      codexHead('i'.repeat(1_000_000)) + turn(1),
      codexHead('../../../../etc/passwd') + turn(1),
      codexHead(codexId(9), { history_base: { thread_id: 'h'.repeat(100_000) }, forked_from_id: 'f'.repeat(100_000) }),
      codexHead(codexId(10), { timestamp: '+275760-09-13T00:00:00.000Z', cwd: 'c'.repeat(1_000_000) }) + turn(1),
    ];
    for (const [index, text] of texts.entries()) {
      await laptop.send(codexSource(codexId(index), { path: `../..\\${index}/../../etc/passwd` }), text);
    }
    expect(await foldAll(archive)).toEqual([]);
    const made = await rows();
    expect(made.sources.every(({ folded, head }) => folded === head)).toBe(true);
    expect(made.sessions.length).toBe(texts.length);
  }, 120_000);

  it('may name requests by what no database keeps', async () => {
    const { machine, rows } = await makeTenant(archive);
    const id = '11111111-2222-4333-8444-555555555555';
    const answers = ['\ud800', 'a\0b', '\ufffd', 'a'].map((name, index) => ({
      sessionId: id,
      uuid: `uuid-${index}`,
      timestamp: '2026-01-01T00:00:00.000Z',
      type: 'assistant',
      requestId: `req ${name}`,
      message: { id: name, role: 'assistant', model: name, content: [], usage: { input_tokens: 1, output_tokens: 2 } },
    }));
    const text = answers.map((answer) => `${JSON.stringify(answer)}\n`).join('');
    const source = {
      agent: 'claude',
      home: '/h',
      path: `projects/p/${id}.jsonl`,
      generation: 'g',
      mode: 'full' as const,
    };
    await (await machine()).send(source, text);
    expect(await foldAll(archive)).toEqual([]);
    expect((await rows()).usage.filter(({ counts }) => counts)).toHaveLength(3);
  });

  it('that go on from each other, or from themselves, come to an end', async () => {
    const { machine, rows } = await makeTenant(archive);
    const laptop = await machine();
    const fork = (id: number, of: number) =>
      codexHead(codexId(id), { history_base: { thread_id: codexId(of), end_ordinal_exclusive: 5 } }) + turn(id);
    for (const [id, of] of [
      [1, 2],
      [2, 1],
      [3, 3],
    ] as const)
      await laptop.send(codexSource(codexId(id)), fork(id, of));
    expect(await foldAll(archive)).toEqual([]);
    expect((await rows()).sessions).toHaveLength(3);
  });
});
