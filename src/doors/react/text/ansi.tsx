import { memo, useMemo } from 'react';
import { ansiNodes } from '../../../core/text/ansi.ts';
import { Nodes } from './nodes.tsx';

/** The output of a program, in its colours. */
export const Ansi = memo(function Ansi({ text }: { text: string }) {
  const nodes = useMemo(() => ansiNodes(text), [text]);
  return <Nodes nodes={nodes} />;
});
