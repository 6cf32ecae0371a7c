import type { Problem } from '../../errors.ts';
import type { JsonObject } from '../lines/json.ts';
import type { ThreadEvent } from '../thread/event.ts';
import type { AgentWires } from './registry.ts';
import { claimingWire, type Wire, type WireName, type WireOptions, type WireReader, wireNamed } from './wire.ts';

export interface RecordReaderOptions extends WireOptions {
  /** The wire; by default it is recognised by the first record that can only be of one. */
  wire?: WireName | 'auto' | undefined;
  /** The agents whose wires are known; ours by default. */
  agents?: readonly AgentWires[] | undefined;
}

/** Reads records by the wire of their stream, which it finds out on the way. */
export interface RecordReader {
  /** Gives the record's events and adds to the problems; undefined when it can be no record of any wire. */
  read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] | undefined;
  /** Gives the events of a whole thread in one value; undefined when no wire knows such a value. */
  readDocument(value: object, problems: Problem[]): ThreadEvent[] | undefined;
  inherit(record: JsonObject): ThreadEvent[];
  end(): ThreadEvent[];
  /** The wire that claimed a record. Undefined as long as none did. */
  wire(): Wire | undefined;
}

export function createRecordReader(wires: readonly Wire[], options: RecordReaderOptions): RecordReader {
  let wire = options.wire && options.wire !== 'auto' ? wireNamed(options.wire, wires) : undefined;
  let reader = wire?.createReader(options);
  /** For typed objects that no wire claims: they may be noise before the first event, so they settle nothing. */
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
      // Wires whose records have no type know them by other fields; what none claims says nothing of itself.
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
