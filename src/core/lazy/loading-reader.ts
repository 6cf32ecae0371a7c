import type { Outcome } from '../thread/outcome.ts';
import { createReaderOf, type EventReader, type EventReaderOptions } from '../wires/create-reader.ts';
import { type Wire, type WireDocument, type WireForm, type WireReader, wireNamed } from '../wires/wire.ts';
import { type LoadableWire, loadableWires } from './loadable-wires.ts';

/** Reads as an `EventReader` does, and loads the readers of those wires alone that the input has lines of. */
export interface LoadingReader {
  push(chunk: string | Uint8Array): Promise<Outcome[]>;
  end(): Promise<Outcome[]>;
}

/** Bytes or characters in which a wire is looked for at a time. Mostly the first line decides. */
const LOOKED_THROUGH = 65_536;

/** Stands for a reader while nothing but the wire is asked. */
const IDLE: WireReader = { read: () => [], end: () => [] };

/**
 * A scout reads ahead of the reader until a wire has claimed a line. It is a reader, too, so both choose the same wires; but its
 * wires read nothing, and tell which of them are to be loaded first.
 */
export function createLoadingReader(options: EventReaderOptions): LoadingReader {
  const wires = loadableWires(options.agents);
  const wanted = new Set<LoadableWire>();
  const loaded: Wire[] = [];
  let scout: EventReader | undefined = createReaderOf(wires.map(looking), { ...options, raw: false });
  let reader: EventReader | undefined;

  function looking(wire: Wire | LoadableWire): Wire {
    const createReader = () => {
      if ('load' in wire) wanted.add(wire);
      return IDLE;
    };
    return completed(wire, createReader, () => []);
  }

  function reading(wire: Wire | LoadableWire): Wire {
    if (!('load' in wire)) return wire;
    const whole = () => wireNamed(wire.name, loaded);
    return completed(
      wire,
      (given) => whole().createReader(given),
      (value) => whole().document?.records(value) ?? [],
    );
  }

  async function load(): Promise<EventReader> {
    for (const wire of wanted) loaded.push(await wire.load());
    wanted.clear();
    reader ??= createReaderOf(wires.map(reading), options);
    return reader;
  }

  function lookThrough(chunk: string | Uint8Array): void {
    for (let at = 0; scout && at < chunk.length; at += LOOKED_THROUGH) {
      scout.push(chunk.slice(at, at + LOOKED_THROUGH));
      if (scout.wire !== undefined) scout = undefined;
    }
  }

  return {
    async push(chunk) {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) lookThrough(chunk);
      return (await load()).push(chunk);
    },
    async end() {
      scout?.end();
      return (await load()).end();
    },
  };
}

function completed(form: WireForm, createReader: Wire['createReader'], records: WireDocument['records']): Wire {
  const { document, ...rest } = form;
  if (!document) return { ...rest, createReader };
  return { ...rest, createReader, document: { recognises: document.recognises, records } };
}
