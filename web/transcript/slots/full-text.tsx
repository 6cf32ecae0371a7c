import { Ansi } from '../../../src/doors/react/text/ansi.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** The whole output of a command, over the page. */
export function FullText({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <Dialog title="Output" className="sheet" onClose={onClose}>
      <pre className="output wrap">
        <Ansi text={text} />
      </pre>
    </Dialog>
  );
}
