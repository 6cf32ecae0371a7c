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

/** Qwen writes a title again when a session ends: only the ends of files are read. */
export function titleAtEndOf({ realPath }: SessionFile): string | undefined {
  return titleAtEnd(realPath, createTitleSearch());
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
