import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { visibleText } from '../../src/core/text/visible-text.ts';
import { createHtmlWriter } from '../../src/core/writers/html/html-writer.ts';
import { payloads } from '../payloads.ts';
import { openPage } from './open-page.ts';
import { payloadOutcomes } from './payload-events.ts';

it('in a browser a page of hostile texts opens no dialog, asks for nothing, and shows them as they are', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-page-'));
  const path = join(folder, 'payloads.html');
  const writer = createHtmlWriter({ all: true });
  const pieces: string[] = [];
  let line = 0;
  for (const payload of payloads) {
    for (const outcome of payloadOutcomes(payload)) {
      line += 1;
      const events = outcome.ok ? outcome.events.map((event) => ({ ...event, line })) : [];
      pieces.push(
        ...writer.push(outcome.ok ? { ...outcome, line, offset: line, events } : { ...outcome, line, offset: line }),
      );
    }
  }
  writeFileSync(path, [...pieces, ...writer.end()].join(''));
  const opened = await openPage(path).finally(() => rmSync(folder, { recursive: true, force: true }));
  if (!opened) return context.skip('no Chromium is installed');

  expect({ ...opened, texts: [], cpu: 0 }).toEqual({
    dialogs: 0,
    requests: [],
    violations: [],
    texts: [],
    cpu: 0,
    overflow: 0,
  });
  const texts = new Set(opened.texts);
  for (const payload of payloads.filter((text) => !text.includes('\x1b['))) {
    expect(texts).toContain(visibleText(payload.replaceAll('\r\n', '\n').replaceAll('\r', '\n')).trimEnd());
  }
}, 120_000);
