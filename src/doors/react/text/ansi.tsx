import { memo, useMemo } from 'react';
import { ansiNodes } from '../../../core/text/ansi.ts';
import { Nodes } from './nodes.tsx';

/**
 * The output of a program, in its colours. It is an element: a browser drops a line feed that begins a `pre`, and a page
 * from a server would not be the one that is drawn.
 */
export const Ansi = memo(function Ansi({ text }: { text: string }) {
  const nodes = useMemo(() => ansiNodes(text), [text]);
  return (
    <span>
      <Nodes nodes={nodes} />
    </span>
  );
});
