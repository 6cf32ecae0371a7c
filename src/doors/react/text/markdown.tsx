import { memo, useMemo } from 'react';
import { markdownNodes } from '../../../core/text/markdown.ts';
import { Nodes } from './nodes.tsx';

/** Markdown as prose. HTML in it is text, links are checked, and external images are only named. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  const nodes = useMemo(() => markdownNodes(text), [text]);
  return (
    <div className="prose">
      <Nodes nodes={nodes} />
    </div>
  );
});
