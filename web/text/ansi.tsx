import { memo, useMemo } from 'react';
import { ansiNodes } from '../../src/core/text/ansi.ts';
import { Nodes } from './nodes.tsx';

/** What a program printed, in its colours. */
export const Ansi = memo(function Ansi({ text }: { text: string }) {
  const nodes = useMemo(() => ansiNodes(text), [text]);
  return <Nodes nodes={nodes} />;
});
