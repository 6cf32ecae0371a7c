import { createRedactor, type Redactor } from '../../core/redact/redactor.ts';
import { createEventReader } from '../../core/wires/event-reader.ts';
import { withRedaction } from '../../core/writers/redacted-writer.ts';
import { isPageName, loadWriter } from '../../core/writers/registry.ts';
import { type HttpAnswer, jsonAnswer } from '../../machine/http/http-answer.ts';
import { gatherHead } from '../../machine/sessions/gather-head.ts';
import { API_SCHEMA, type ApiExportPreview } from './api-types.ts';
import type { Query } from './query.ts';
import { notFound, RequestError } from './request-error.ts';
import type { SessionEntry } from './session-index.ts';
import type { SourceOf } from './source-of.ts';

/** The formats that the page offers, with the names of their files. */
const FORMATS = {
  html: { extension: 'html', type: 'text/html; charset=utf-8' },
  replay: { extension: 'replay.html', type: 'text/html; charset=utf-8' },
  markdown: { extension: 'md', type: 'text/markdown; charset=utf-8' },
  messages: { extension: 'jsonl', type: 'application/x-ndjson; charset=utf-8' },
} as const;
type Format = keyof typeof FORMATS;
const formats: readonly Format[] = ['html', 'replay', 'markdown', 'messages'];

/** The answer is complete before it is sent. Longer ones are for the command line. */
const MAX_EXPORT_LENGTH = 256 * 1024 * 1024;

/** Answers `export` with a redacted file, and `export/preview` with what redaction replaces in it. */
export function createExportRoute(sourceOf: SourceOf) {
  return async (entry: SessionEntry, query: Query, [what]: readonly string[]): Promise<HttpAnswer> => {
    const format = query.one('format', formats) ?? 'html';
    if (what !== undefined && what !== 'preview') throw notFound();
    const redactor = createRedactor({ numbered: true });
    const text = await written(entry, format, redactor);
    if (what === 'preview') return preview(text, redactor);
    const { extension, type } = FORMATS[format];
    const name = `${entry.head.id.replaceAll(/[^\w-]/g, '_').slice(0, 100)}.${extension}`;
    const headers = {
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    };
    return { status: 200, headers, body: text };
  };

  async function written(entry: SessionEntry, format: Format, redactor: Redactor): Promise<string> {
    const source = await sourceOf(entry).open();
    const writing = { agents: true, original: false };
    const head = isPageName(format) ? await gatherHead(source, { writing, redactor }) : undefined;
    const createWriter = await loadWriter(format, head);
    const writer = withRedaction(createWriter({ ...writing, head, kind: () => 'store' }), redactor);
    const pieces: string[] = [];
    let length = 0;
    const add = (more: readonly string[]) => {
      for (const piece of more) {
        length += piece.length;
        if (length > MAX_EXPORT_LENGTH) throw new RequestError(413, 'too-large');
        pieces.push(piece);
      }
    };
    for await (const outcomes of source.read(createEventReader())) {
      for (const outcome of outcomes) add(writer.push(outcome));
    }
    add(writer.end());
    return pieces.join('');
  }

  function preview(text: string, { counts }: Redactor): HttpAnswer {
    const redactions = Array.from(counts, ([rule, count]) => ({ rule, count }));
    return jsonAnswer({ schema: API_SCHEMA, redactions, bytes: Buffer.byteLength(text) } satisfies ApiExportPreview);
  }
}
