import type { ComponentProps } from 'react';
import { visibleLine } from '../../../src/core/text/visible-text.ts';
import { Diff, endingOf } from '../../text/diff.tsx';
import { useColours } from '../../text/highlight.ts';
import { useNear } from './use-near.ts';

/** The height of a line of code. */
export const LINE_PIXELS = 19.8;

type LaterDiffProps = ComponentProps<typeof Diff> & { lines: readonly string[] };

/** A part that is not in sight at first: plain text until it comes near, so thousands of lines are there at once. */
export function LaterDiff(props: LaterDiffProps) {
  const [isNear, place] = useNear();
  return isNear ? <ColouredDiff {...props} /> : <PlainLines lines={props.lines} place={place} />;
}

function ColouredDiff({ lines, ...diff }: LaterDiffProps) {
  const sides = ['+', '-'].map((sign) => lines.filter((line) => !line.startsWith(sign) && !line.startsWith('\\')));
  const texts = sides.map((side) => side.map((line) => line.slice(1)).join('\n'));
  return useColours(texts, endingOf(diff.path)) ? <Diff {...diff} /> : <PlainLines lines={lines} />;
}

/** The browser's own search finds it, it is printed as it is, and it is as high as what it becomes. */
function PlainLines({ lines, place }: { lines: readonly string[]; place?: (element: Element | null) => void }) {
  return (
    <pre ref={place} className="diff-plain" style={{ height: lines.length * LINE_PIXELS }}>
      {lines.map(visibleLine).join('\n')}
    </pre>
  );
}
