import type { ThreadEvent } from '../../core/thread/event.ts';
import type { EventReader } from '../../core/wires/event-reader.ts';
import type { SessionFile } from '../sessions/store.ts';
import type { SessionOp } from './op-list.ts';
import { createOpFold, type OpsSession } from './session-ops.ts';

/** The operations of a session that somebody reads anyway, so that its file is not read again for them. */
export interface OpsAlongside {
  add(event: ThreadEvent): void;
  /** What reading this file by itself would tell. Undefined where it may tell something else. */
  opsOf(file: SessionFile): readonly SessionOp[] | undefined;
}

/** One document may go on in others, which count for what is shown and not for what was changed. */
const JOINED_WIRE = 'atif';

/** `reader` is the one that the events come from: one that found the wire by itself. */
export function createOpsAlongside(session: Omit<OpsSession, 'path'>, reader: Pick<EventReader, 'wire'>): OpsAlongside {
  const fold = createOpFold(session);
  const ops: SessionOp[] = [];
  let hasAgents = false;
  return {
    add(event) {
      hasAgents ||= event.parent_item_id !== undefined;
      for (const op of fold.push(event)) ops.push(op);
    },
    opsOf({ wire, agent }) {
      if (reader.wire === JOINED_WIRE) return undefined;
      if (!agent) return ops;
      // Agents that bring their wires may call one as another agent does. Lines of sub-agents may count elsewhere.
      const isSame = wire === reader.wire && !agent.wires && !(hasAgents && agent.store.ownLines);
      return isSame ? ops : undefined;
    },
  };
}
