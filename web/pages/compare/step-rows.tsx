import { useMemo } from 'react';
import { Row } from '../../../src/doors/react/row.tsx';
import { type ThreadView, ThreadViewContext } from '../../../src/doors/react/thread-view.ts';
import { useFolds } from '../../../src/doors/react/use-folds.ts';
import type { ApiCompare } from '../../../src/doors/server/api-types.ts';
import { rowOfLine } from '../../../src/doors/server/row-of-line.ts';
import { api } from '../../api/client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { formatClock } from '../../format/times.ts';
import { sessionUrl } from '../../router.ts';
import { useAgents } from '../../stores/agents.ts';
import { FullText } from '../../transcript/slots/full-text.tsx';

type Step = ApiCompare['steps'][number];

/** The rows of one step, beside each other as they stand in the threads. */
export function StepRows({ comparison: { heads, keys }, step }: { comparison: ApiCompare; step: Step }) {
  return (
    <div className={`step-rows of-${heads.length}`}>
      {heads.map((head, place) => {
        const line = step[head.side]?.line;
        return (
          <div key={head.side} className="step-side" data-side={head.side}>
            {line !== undefined && <RowAt head={head} sessionKey={keys[place] ?? ''} line={line} />}
          </div>
        );
      })}
    </div>
  );
}

function RowAt({ head, sessionKey, line }: { head: ApiCompare['heads'][number]; sessionKey: string; line: number }) {
  const { value, error } = useAnswer(`${sessionKey} ${line}`, () => api.rowsAround(sessionKey, { line }));
  const { isOpen, set, state } = useFolds();
  const { titleOf } = useAgents();
  const row = value && rowOfLine(value.rows, line);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new view draws the row again, so only its fold makes one
  const view = useMemo<ThreadView>(
    () => ({
      agentTitle: titleOf(head.agent),
      folder: { project: head.project ?? '' },
      kinds: () => value?.rows.map(({ kind }) => kind) ?? [],
      rowAt: (place) => value?.rows.find((one) => one.row === place),
      // Whoever opened a step wants to read it.
      isOpen: (one) => isOpen(one, true),
      toggle: set,
      isRunOpen: () => true,
      toggleRun: () => {},
      select: () => {},
      formatTime: formatClock,
      slots: { FullText },
    }),
    [value, state, titleOf],
  );
  return (
    <>
      {row && (
        <ThreadViewContext value={view}>
          <Row row={row} isSelected={false} total={value?.total ?? 0} />
        </ThreadViewContext>
      )}
      {!value && error === undefined && <p className="note">Reading the row …</p>}
      {!row && (value || error !== undefined) && <p className="note">The row could not be read.</p>}
      <a className="text-link" href={`${sessionUrl(sessionKey)}#L${line}`}>
        Open {head.side.toUpperCase()} in its thread
      </a>
    </>
  );
}
