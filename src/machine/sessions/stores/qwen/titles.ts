import { isObject, parseObject } from '../../../../core/lines/json.ts';
import type { ThreadEvent } from '../../../../core/thread/event.ts';
import type { SessionFile } from '../../store.ts';
import { type TitleSearch, titleAtEnd, titleInBytes } from '../tail-title.ts';

/** The title that an event sets: one that a person or the model gave. */
export function titleIn(event: ThreadEvent): string | undefined {
  return event.type === 'context' && event.kind === 'custom_title' ? titleOf(event.data) : undefined;
}

export function titleInTail(tail: Uint8Array): string | undefined {
  return titleInBytes(tail, createTitleSearch());
}

/** Titles by thread id. Qwen writes them again when a session ends: only the ends of wanted files are read. */
export class QwenTitles extends Map<string, string> {
  readonly #files: Map<string, SessionFile>;

  constructor(files: readonly SessionFile[]) {
    super();
    this.#files = new Map(files.flatMap((file) => (file.threadId === undefined ? [] : [[file.threadId, file]])));
  }

  override get(id: string): string | undefined {
    const file = this.#files.get(id);
    this.#files.delete(id);
    const title = file && titleAtEnd(file.realPath, createTitleSearch());
    if (title !== undefined) this.set(id, title);
    return super.get(id);
  }
}

function createTitleSearch(): TitleSearch {
  let title: string | undefined;
  return {
    line(text) {
      if (!text.includes('"custom_title"')) return;
      const { subtype, systemPayload } = parseObject(text) ?? {};
      if (subtype === 'custom_title' && isObject(systemPayload)) title = titleOf(systemPayload) ?? title;
    },
    title: () => title,
  };
}

function titleOf({ customTitle }: Record<string, unknown>): string | undefined {
  return typeof customTitle === 'string' ? customTitle.trim() || undefined : undefined;
}
