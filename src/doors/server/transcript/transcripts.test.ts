import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { tempHome } from '../../../../test/sessions/temp-home.ts';
import { agentStores } from '../../../machine/sessions/stores/registry.ts';
import type { Row } from '../api-types.ts';
import { createTranscripts, type Transcript } from './transcripts.ts';
import { createFileSource } from './viewed-source.ts';

const shown = (rows: readonly Row[]) => rows.map(({ id, kind, blocks }) => ({ id, kind, blocks }));

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** The rows that a page has which asked once and then took what it was told. */
function pageOf(transcript: Transcript) {
  const rows = new Map(transcript.rows.map((row) => [row.row, row]));
  let resets = 0;
  transcript.subscribe({
    rows: (news) => {
      for (const row of news) rows.set(row.row, { ...row });
    },
    reset: () => {
      resets += 1;
    },
  });
  return { rows: () => [...rows.values()], resets: () => resets };
}

it('what a reader holds back until another line comes is shown when none does, and stays when one comes', async () => {
  const [path = ''] = tempHome().record('0.166.0/s1-hello');
  const lines = readFileSync(path, 'utf8').split('\n');
  const prompt = lines.findIndex((line) => line.includes('"role":"user"') && !line.includes('<environment_context>'));
  writeFileSync(path, `${lines.slice(0, prompt + 1).join('\n')}\n`);
  const transcripts = createTranscripts({ agents: agentStores });
  const source = createFileSource(path, agentStores);
  try {
    const transcript = transcripts.open(source, 'codex');
    await transcript.ready;
    const page = pageOf(transcript);
    const { reading } = transcript;
    await until(() => transcript.rows.some(({ kind }) => kind === 'prompt'));
    expect(shown(page.rows())).toEqual(shown(transcript.rows));
    appendFileSync(path, lines.slice(prompt + 1).join('\n'));
    await until(() => page.rows().some(({ kind }) => kind === 'answer'));
    expect(shown(page.rows())).toEqual(shown(transcript.rows));
    expect(page.resets()).toBe(0);
    expect(transcript.reading).toBe(reading);
    const fresh = createTranscripts({ agents: agentStores });
    const again = fresh.open(source, 'codex');
    await again.ready;
    expect(shown(again.rows)).toEqual(shown(transcript.rows));
    fresh.close();
  } finally {
    transcripts.close();
  }
});
