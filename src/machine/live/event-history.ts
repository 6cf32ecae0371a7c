import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { machineLimits } from '../../limits/machine.ts';
import type { Ask } from './ask.ts';
import type { LiveEvent } from './live-event.ts';

/** Older events as lines in a private file: a block of them with where it stands. */
interface Block {
  first: number;
  count: number;
  offset: number;
  length: number;
}

/** Closes the files of sessions that nobody holds any more. */
const unused = new FinalizationRegistry<number>((file) => closeSync(file));

/** All events of a session, numbered from 0. The newest are in memory, older ones in a file that goes with the session. */
export class EventHistory {
  /** Approvals and questions hold functions, which no file keeps. */
  readonly #asks = new Map<string, Ask>();
  readonly #blocks: Block[] = [];
  #recent: LiveEvent[] = [];
  #first = 0;
  #file: number | undefined;
  #size = 0;
  /** The block that was read last: a reader takes one event after the other. */
  #read: { block: Block; events: LiveEvent[] } | undefined;

  get length(): number {
    return this.#first + this.#recent.length;
  }

  push(event: LiveEvent): void {
    if (event.type === 'approval.requested') this.#asks.set(event.approval.id, event.approval);
    if (event.type === 'question.asked') this.#asks.set(event.question.id, event.question);
    this.#recent.push(event);
    if (this.#recent.length > machineLimits.maxLiveEvents) this.#spill();
  }

  at(index: number): LiveEvent | undefined {
    if (index >= this.#first) return this.#recent[index - this.#first];
    const block = this.#blocks.find(({ first, count }) => index >= first && index < first + count);
    if (!block) return undefined;
    if (this.#read?.block !== block) this.#read = { block, events: this.#load(block) };
    return this.#read.events[index - block.first];
  }

  /** Half goes to the file, so that it is written to seldom. */
  #spill(): void {
    const old = this.#recent.slice(0, this.#recent.length >> 1);
    const bytes = Buffer.from(old.map((event) => JSON.stringify(event)).join('\n'));
    try {
      this.#file ??= this.#open();
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at, bytes.length - at, this.#size + at);
    } catch {
      // Without room on the disk they stay in memory.
      return;
    }
    this.#blocks.push({ first: this.#first, count: old.length, offset: this.#size, length: bytes.length });
    this.#size += bytes.length;
    this.#first += old.length;
    this.#recent = this.#recent.slice(old.length);
  }

  /** The file has no name from its first moment on: it goes with this process, however that ends. */
  #open(): number {
    const folder = mkdtempSync(join(tmpdir(), 'threadline-live-'));
    const file = openSync(join(folder, 'events.ndjson'), 'wx+', 0o600);
    unused.register(this, file);
    if (process.platform !== 'win32') rmSync(folder, { recursive: true, force: true });
    return file;
  }

  #load({ offset, length }: Block): LiveEvent[] {
    const bytes = Buffer.alloc(length);
    if (this.#file === undefined) return [];
    for (let at = 0; at < length; ) {
      const read = readSync(this.#file, bytes, at, length - at, offset + at);
      if (read === 0) break;
      at += read;
    }
    const lines = bytes.toString('utf8').split('\n');
    return lines.map((line) => this.#withAsk(JSON.parse(line) as LiveEvent));
  }

  #withAsk(event: LiveEvent): LiveEvent {
    if (event.type === 'approval.requested') {
      const ask = this.#asks.get(event.approval.id);
      return ask && 'allows' in ask ? { ...event, approval: ask } : event;
    }
    if (event.type !== 'question.asked') return event;
    const ask = this.#asks.get(event.question.id);
    return ask && !('allows' in ask) ? { ...event, question: ask } : event;
  }
}
