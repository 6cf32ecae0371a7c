import * as coreLimits from '../../../limits/core.ts';
import { forgetOldest } from '../forget-oldest.ts';

/** Turns pieces of command output into text. A character may be cut between two pieces. */
export interface ChunkDecoders {
  /** The text of the next piece. Undefined if it has no readable bytes. */
  decode(call: string, stream: string, chunk: unknown): string | undefined;
  /** Forgets a call. Its leftover bytes can no longer become a character. */
  forget(call: string): void;
  forgetAll(): void;
}

export function createChunkDecoders(): ChunkDecoders {
  /** By call and stream, because stdout and stderr are cut independently. */
  const calls = new Map<string, Map<string, TextDecoder>>();

  function decoderOf(call: string, stream: string): TextDecoder {
    let streams = calls.get(call);
    if (!streams) {
      streams = new Map();
      calls.set(call, streams);
      forgetOldest(calls, coreLimits.maxOpenCalls);
    }
    let decoder = streams.get(stream);
    if (!decoder) {
      // A byte order mark is ordinary output.
      decoder = new TextDecoder('utf-8', { ignoreBOM: true });
      streams.set(stream, decoder);
    }
    return decoder;
  }

  return {
    decode(call, stream, chunk) {
      const bytes = typeof chunk === 'string' ? bytesOfBase64(chunk) : bytesOfList(chunk);
      return bytes && decoderOf(call, stream).decode(bytes, { stream: true });
    },
    forget: (call) => calls.delete(call),
    forgetAll: () => calls.clear(),
  };
}

/** Codex up to 0.29 writes a list of numbers. */
function bytesOfList(chunk: unknown): Uint8Array | undefined {
  const isBytes = Array.isArray(chunk) && chunk.every((byte) => Number.isInteger(byte) && byte >= 0 && byte <= 255);
  return isBytes ? Uint8Array.from(chunk) : undefined;
}

/** Codex from 0.30 writes base64. */
function bytesOfBase64(chunk: string): Uint8Array | undefined {
  let binary: string;
  try {
    binary = atob(chunk);
  } catch {
    return undefined;
  }
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
