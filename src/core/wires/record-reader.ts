import type { Problem } from '../../errors.ts';
import type { JsonObject } from '../lines/json.ts';
import type { ThreadEvent } from '../thread/event.ts';
import type { AgentWires } from './registry.ts';
import { claimingWire, type Wire, type WireName, type WireOptions, type WireReader, wireNamed } from './wire.ts';

export interface RecordReaderOptions extends WireOptions {
  /** The wire. By default the first record that can only belong to one wire decides. */
  wire?: WireName | 'auto' | undefined;
  /** The agents with known wires. Defaults to ours. */
  agents?: readonly AgentWires[] | undefined;
}

/** Reads records by the wire of their stream, which it detects on the way. */
export interface RecordReader {
  /** Returns the record's events and adds its problems. Undefined if it cannot be a record of any wire. */
  read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] | undefined;
  /** Returns the events of a whole thread in one value. Undefined if no wire knows such a value. */
  readDocument(value: object, problems: Problem[]): ThreadEvent[] | undefined;
  inherit(record: JsonObject): ThreadEvent[];
  end(): ThreadEvent[];
  /** The wire that claimed a record. Undefined until one does. */
  wire(): Wire | undefined;
}

export function createRecordReader(wires: readonly Wire[], options: RecordReaderOptions): RecordReader {
  let wire = options.wire && options.wire !== 'auto' ? wireNamed(options.wire, wires) : undefined;
  let reader = wire?.createReader(options);
  /** Reads typed objects that no wire claims. They may be noise before the first event, so they decide nothing. */
  let unclaimed: { wire: Wire; reader: WireReader } | undefined;
  let inherited = 0;

  function choose(record: JsonObject): WireReader | undefined {
    const claiming = claimingWire(record, wires);
    if (claiming) return settle(claiming);
    return typeof record.type === 'string' ? readerOfUnclaimed() : undefined;
  }

  function settle(claiming: Wire): WireReader {
    wire = claiming;
    reader = unclaimed?.wire === claiming ? unclaimed.reader : claiming.createReader(options);
    return reader;
  }

  function readerOfUnclaimed(): WireReader | undefined {
    const taking = wires.find((candidate) => candidate.readsUnclaimed);
    if (taking) unclaimed ??= { wire: taking, reader: taking.createReader(options) };
    return unclaimed?.reader;
  }

  function readDocument(value: object, problems: Problem[]): ThreadEvent[] | undefined {
    const claiming = (wire ? [wire] : wires).find((candidate) => candidate.document?.recognises(value));
    if (!claiming?.document) return undefined;
    const chosen = reader ?? settle(claiming);
    const events: ThreadEvent[] = [];
    let number = 0;
    for (const record of claiming.document.records(value)) {
      number += 1;
      for (const event of chosen.read(record, number, problems)) events.push(event);
    }
    return events;
  }

  return {
    read(record, line, problems) {
      const chosen = reader ?? choose(record);
      // Wires whose records have no type recognise them by other fields. A record that none claims tells nothing.
      if (typeof record.type !== 'string' && !wire?.recognises(record)) return readDocument(record, problems);
      return chosen?.read(record, line, problems);
    },
    readDocument,
    inherit(record) {
      inherited += 1;
      return reader?.inherit?.(record, inherited) ?? [];
    },
    end: () => (reader ?? unclaimed?.reader)?.end() ?? [],
    wire: () => wire,
  };
}
