import { useState } from 'react';
import type { Row } from '../../../src/doors/server/api-types.ts';

/** Which rows are open, by what their reader said last: of the row, of its kind, or of all. Rows that come later obey too. */
export interface Folds {
  isOpen: (row: Row, byDefault: boolean) => boolean;
  set: (row: Row, open: boolean) => void;
  setKind: (kind: Row['kind'], open: boolean) => void;
  /** `undefined`: each as its kind is when nobody has said anything. */
  setAll: (open: boolean | undefined) => void;
  /** What was said of all. */
  all: boolean | undefined;
  /** Another one whenever something was said. */
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
    // A sub-agent's rows are asked for one by one: opening all would ask for a hundred sessions.
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
