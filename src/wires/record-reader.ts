import type { Problem } from '../errors.ts';
import type { JsonObject } from '../lines/json.ts';
import type { ThreadEvent } from '../thread/event.ts';
import { findWire, recognise } from './registry.ts';
import type { Wire, WireName, WireOptions, WireReader } from './wire.ts';

export interface RecordReaderOptions extends WireOptions {
  /** The dialect; by default it is recognised by the first record that can only be of one. */
  wire?: WireName | 'auto';
}

/** Reads records by the dialect of their stream, which it finds out on the way. */
export interface RecordReader {
  /** Gives the record's events and adds to the problems; undefined when it can be no record of any dialect. */
  read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] | undefined;
  end(): ThreadEvent[];
  wire(): Wire | undefined;
}

export function createRecordReader(options: RecordReaderOptions): RecordReader {
  let wire = options.wire && options.wire !== 'auto' ? findWire(options.wire) : undefined;
  let reader = wire?.createReader(options);
  /** For typed objects that no dialect claims: they may be noise before the first event, so they settle nothing. */
  let fallback: WireReader | undefined;

  function choose(record: JsonObject): WireReader | undefined {
    wire = recognise(record);
    if (wire) {
      reader = wire.name === 'codex-exec' && fallback ? fallback : wire.createReader(options);
      return reader;
    }
    if (typeof record.type !== 'string') return undefined;
    fallback ??= findWire('codex-exec').createReader(options);
    return fallback;
  }

  return {
    read(record, line, problems) {
      const chosen = reader ?? choose(record);
      // Dialects whose records have no type know them by other fields; what none claims says nothing of itself.
      if (typeof record.type !== 'string' && !wire?.recognises(record)) return undefined;
      return chosen?.read(record, line, problems);
    },
    end() {
      const events = reader?.end() ?? [];
      // Typed objects that no dialect claimed to the last were read as this one: detectWire says the same.
      if (!wire && fallback) wire = findWire('codex-exec');
      return events;
    },
    wire: () => wire,
  };
}
