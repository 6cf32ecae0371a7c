import { isObject, parseObject } from '../../../../core/lines/json.ts';
import type { ThreadEvent } from '../../../../core/thread/event.ts';
import { normaliseId, type SessionFile, type TitleEnds } from '../../store.ts';
import { type TitleSearch, titleAtEnd, titleInBytes } from '../tail-title.ts';
import { idBeginning } from './name.ts';

/** The title that an event sets: documents have it in their header. Of a sub-agent it is the answer. */
export function titleIn(event: ThreadEvent): string | undefined {
  if (event.type === 'thread.started' && event.source !== 'subagent') return textOf(event.extra?.summary);
  return event.type === 'context' && event.kind === '$set' ? titleOf(event.data) : undefined;
}

function titleOf({ $set }: Record<string, unknown>): string | undefined {
  return isObject($set) ? textOf($set.summary) : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value.trim() || undefined : undefined;
}

/** Titles by thread id. Gemini adds one to a file's end when the next begins; only wanted ends are read. */
export class GeminiTitles extends Map<string, string> {
  readonly #files = new Map<string, SessionFile>();
  readonly #ends: TitleEnds | undefined;

  constructor(files: readonly SessionFile[], ends?: TitleEnds) {
    super();
    this.#ends = ends;
    for (const file of files) {
      const beginning = file.isSuperseded || file.parentId !== undefined ? undefined : idBeginning(file.path);
      if (beginning !== undefined) this.#files.set(beginning, file);
    }
  }

  override get(id: string): string | undefined {
    const beginning = normaliseId(id).slice(0, 8);
    const file = this.#files.get(beginning);
    this.#files.delete(beginning);
    const title = file?.path.endsWith('.jsonl') ? this.#titleOf(file) : undefined;
    if (title !== undefined) this.set(id, title);
    return super.get(id);
  }

  #titleOf(file: SessionFile): string | undefined {
    const read = () => titleAtEnd(file.realPath, createTitleSearch());
    return this.#ends ? this.#ends.titleOf(file, read) : read();
  }
}

export function titleInTail(tail: Uint8Array): string | undefined {
  return titleInBytes(tail, createTitleSearch());
}

function createTitleSearch(): TitleSearch {
  let title: string | undefined;
  return {
    line(text) {
      if (!text.startsWith('{"$set":') || !text.includes('"summary"')) return;
      title = titleOf(parseObject(text) ?? {}) ?? title;
    },
    title: () => title,
  };
}
