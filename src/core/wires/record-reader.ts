import type { Problem } from '../../errors.ts';
import type { JsonObject } from '../lines/json.ts';
import type { AgentName, ThreadEvent } from '../thread/event.ts';
import type { AgentWires } from './agent-wires.ts';
import { isMarked } from './threadline/mark.ts';
import {
  claimingWire,
  unclaimedReader,
  type Wire,
  type WireName,
  type WireOptions,
  type WireReader,
  wireNamed,
} from './wire.ts';

export interface RecordReaderOptions extends WireOptions {
  /** The wire. By default the first record that can only belong to one wire decides. */
  wire?: WireName | 'auto' | undefined;
  /** The agents with known wires. Defaults to ours. */
  agents?: readonly AgentWires[] | undefined;
}

/** Reads records by the wire of their stream, which it detects on the way. */
export interface RecordReader {
  /**
   * Returns the record's events and adds its problems, or the one problem that it tells of. Undefined if it cannot be a
   * record of any wire.
   */
  read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] | Problem | undefined;
  /** Returns the events of a whole thread in one value. Undefined if no wire knows such a value. */
  readDocument(value: object, problems: Problem[]): ThreadEvent[] | undefined;
  /** Returns the events of a line that is no JSON. Undefined if no wire knows such a text. */
  readText(text: string, line: number): ThreadEvent[] | undefined;
  inherit(record: JsonObject): ThreadEvent[];
  end(): ThreadEvent[];
  /** The wire that claimed a record. Undefined until one does. */
  wire(): Wire | undefined;
  /** The agent of the current thread. Undefined until it is known. */
  agent(): AgentName | undefined;
  /** Whether the current thread was printed or kept. Undefined until it is known. */
  kind(): Wire['kind'] | undefined;
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

  function isTaken(record: JsonObject): boolean {
    return Boolean(wire?.accepts?.(record) || wire?.recognises(record));
  }

  /** Outputs of threadline may stand one after the other, each with a mark and in a shape of its own. */
  function changeOver(record: JsonObject): ThreadEvent[] {
    if (options.wire && options.wire !== 'auto') return [];
    const claiming = claimingWire(
      record,
      wires.filter(({ mayFollow }) => mayFollow),
    );
    if (!claiming || claiming === wire) return [];
    const held = reader?.end() ?? [];
    wire = claiming;
    reader = claiming.createReader(options);
    return held;
  }

  function readerOfUnclaimed(): WireReader | undefined {
    const taking = unclaimedReader(wires);
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

  function readText(text: string, line: number): ThreadEvent[] | undefined {
    const claiming = reader ? undefined : wires.find((candidate) => candidate.recognisesText?.(text));
    return (claiming ? settle(claiming) : reader)?.readText?.(text, line);
  }

  return {
    readText,
    read(record, line, problems) {
      // Nearly every line.
      if (reader && !reader.problem && record.schema === undefined && typeof record.type === 'string')
        return reader.read(record, line, problems);
      const held = reader && record.schema !== undefined && isMarked(record) ? changeOver(record) : [];
      const chosen = reader ?? choose(record);
      // Wires whose records have no type recognise them by other fields. A record that none claims tells nothing.
      if (typeof record.type !== 'string' && !isTaken(record)) return readDocument(record, problems);
      const told = chosen?.problem?.(record);
      if (told && held.length === 0) return told;
      if (told) problems.push(told);
      const events = told ? [] : chosen?.read(record, line, problems);
      return held.length > 0 && events ? [...held, ...events] : events;
    },
    readDocument,
    inherit(record) {
      inherited += 1;
      return reader?.inherit?.(record, inherited) ?? [];
    },
    end: () => (reader ?? unclaimed?.reader)?.end() ?? [],
    wire: () => wire,
    agent: () => reader?.agent?.() ?? (wire?.agent || undefined),
    kind: () => reader?.kind?.() ?? wire?.kind,
  };
}
