import { createLineFramer } from '../../../../core/lines/framer.ts';
import { isObject, parseObject } from '../../../../core/lines/json.ts';
import type { Line } from '../../../../core/lines/line.ts';
import type { ThreadEvent } from '../../../../core/thread/event.ts';
import { machineLimits } from '../../../../limits/machine.ts';
import { readTail } from '../../read-tail.ts';
import { normaliseId, type SessionFile } from '../../store.ts';
import { idBeginning } from './name.ts';

/** The name that an event gives the session: documents have it in their header. Of a sub-agent it is the answer. */
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

/**
 * The names of sessions by thread id. Gemini sums a session up when the next one begins, so its name stands at the end of
 * its file; the end is read only of files that are asked for.
 */
export class GeminiTitles extends Map<string, string> {
  readonly #files = new Map<string, SessionFile>();

  constructor(files: readonly SessionFile[]) {
    super();
    for (const file of files) {
      const beginning = file.isSuperseded || file.parentId !== undefined ? undefined : idBeginning(file.path);
      if (beginning !== undefined) this.#files.set(beginning, file);
    }
  }

  override get(id: string): string | undefined {
    const beginning = normaliseId(id).slice(0, 8);
    const file = this.#files.get(beginning);
    this.#files.delete(beginning);
    const title = file?.path.endsWith('.jsonl') ? readTitle(file.realPath) : undefined;
    if (title !== undefined) this.set(id, title);
    return super.get(id);
  }
}

function readTitle(path: string): string | undefined {
  const reader = createTitleReader();
  try {
    readTail(path, machineLimits.maxTitleTailBytes, reader.push);
  } catch {
    // Whoever reads the session will tell what is wrong with the file.
  }
  return reader.end();
}

export function titleInTail(tail: Uint8Array): string | undefined {
  const reader = createTitleReader();
  reader.push(tail);
  return reader.end();
}

function createTitleReader() {
  let title: string | undefined;
  const framer = createLineFramer({ maxLineBytes: machineLimits.maxTitleLineBytes });
  const add = (lines: readonly Line[]) => {
    for (const { text } of lines) {
      if (!text.startsWith('{"$set":') || !text.includes('"summary"')) continue;
      title = titleOf(parseObject(text) ?? {}) ?? title;
    }
  };
  return {
    push: (chunk: Uint8Array) => add(framer.push(chunk)),
    end(): string | undefined {
      add(framer.end());
      return title;
    },
  };
}
