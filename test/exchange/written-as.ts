import { createEventReader } from 'threadline';
import { writers } from '../../src/core/writers/registry.ts';
import type { WriterOptions } from '../../src/core/writers/writer.ts';

/** A recording in the shape of that name. */
export function writtenAs(shape: string, bytes: Uint8Array | string, options: WriterOptions = {}): string {
  const reader = createEventReader();
  const writer = writers.get(shape)?.({ kind: () => reader.kind, ...options });
  if (!writer) throw new Error(`no writer ${shape}`);
  const pieces = [...reader.push(bytes), ...reader.end()].flatMap((outcome) => writer.push(outcome));
  return [...pieces, ...writer.end()].join('');
}
