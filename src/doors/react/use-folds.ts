import { useState } from 'react';
import type { Row } from '../../core/writers/rows/row.ts';

/** The open rows, by the reader's last choice for the row, its kind, or all. Later rows follow it too. */
export interface Folds {
  isOpen: (row: Row, byDefault: boolean) => boolean;
  set: (row: Row, open: boolean) => void;
  setKind: (kind: Row['kind'], open: boolean) => void;
  /** `undefined` returns each row to the default of its kind. */
  setAll: (open: boolean | undefined) => void;
  /** The choice for all rows. */
  all: boolean | undefined;
  /** A new object after every choice. */
  state: object;
}

interface FoldState {
  all?: boolean | undefined;
  kinds: ReadonlyMap<string, boolean>;
  rows: ReadonlyMap<string, { kind: string; open: boolean }>;
}

const NOTHING: FoldState = { kinds: new Map(), rows: new Map() };

export function useFolds(): Folds {
  const [state, setState] = useState(NOTHING);
  const { all, kinds, rows } = state;
  return {
    all,
    state,
    // A sub-agent's rows are fetched one by one: opening all would fetch a hundred sessions.
    isOpen: (row, byDefault) =>
      rows.get(row.id)?.open ?? kinds.get(row.kind) ?? (row.kind === 'agent' ? byDefault : (all ?? byDefault)),
    set: ({ id, kind }, open) => setState((old) => ({ ...old, rows: new Map(old.rows).set(id, { kind, open }) })),
    setKind: (kind, open) =>
      setState((old) => ({
        ...old,
        kinds: new Map(old.kinds).set(kind, open),
        rows: new Map([...old.rows].filter(([, said]) => said.kind !== kind)),
      })),
    setAll: (open) => setState({ ...NOTHING, all: open }),
  };
}
