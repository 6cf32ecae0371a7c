import { useState } from 'react';
import { isCommandId } from '../../../src/core/text/command-words.ts';
import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiSession } from '../../../src/doors/server/api-types.ts';
import { plural } from '../../format/figures.ts';
import { MOD_KEY, useKeys } from '../../keyboard.ts';
import { useResumeHere } from '../../stores/run-draft.ts';
import { copyText } from '../../ui/copy.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { shortened } from './file-list.tsx';
import { type Comments, promptOf } from './use-comments.ts';

/** The comments that are not sent yet, and the ways to send them. */
export function CommentDock({ session, comments }: { session: ApiSession; comments: Comments }) {
  const [isOpen, setOpen] = useState(false);
  const { all } = comments;
  const prompt = promptOf(all, (path) => shortened(path, session.head.project));
  const resumeHere = useResumeHere();
  const resume = () => (resumeHere ? resumeHere(session.head.key, prompt) : setOpen(true));
  useKeys({ 'Mod+enter': () => all.length > 0 && resume() });
  if (all.length === 0) return null;
  const [first] = all;
  return (
    <div className="comment-dock" role="region" aria-label="Comments">
      <Icon name="note" />
      <b>{plural(all.length, 'comment')}</b> for the agent
      <span className="asked-for">“{visibleLine(first?.text ?? '')}”</span>
      <span className="spacer" />
      <button type="button" className="btn" onClick={() => comments.clear()}>
        Discard
      </button>
      <button type="button" className="btn" onClick={() => void copyText(prompt, 'Prompt copied')}>
        Copy as prompt
      </button>
      <button type="button" className="btn primary" onClick={resume}>
        Resume with it
        <KeyHint name={`${MOD_KEY} ↵`} />
      </button>
      {isOpen && <ResumeDialog session={session} prompt={prompt} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** A comment may hold anything, so it stands in no command: the command resumes the session, and the prompt is pasted there. */
function ResumeDialog({ session, prompt, onClose }: { session: ApiSession; prompt: string; onClose: () => void }) {
  const { id } = session.head;
  const command = isCommandId(id) ? `threadline resume ${id}` : undefined;
  return (
    <Dialog title="Resume with the comments" onClose={onClose}>
      <div className="dialog-body resume-steps">
        {command === undefined ? (
          <p>This session has no id that may stand in a command. Resume it in its agent, and paste the prompt there.</p>
        ) : (
          <>
            <p>1. Run this in a terminal: it opens the session in its agent.</p>
            <code>{command}</code>
            <button type="button" className="btn" onClick={() => void copyText(command, 'Command copied')}>
              Copy command
            </button>
          </>
        )}
        <p>{command === undefined ? '' : '2. '}Paste this prompt there.</p>
        <pre>{prompt.split('\n').map(visibleLine).join('\n')}</pre>
        <button type="button" className="btn" onClick={() => void copyText(prompt, 'Prompt copied')}>
          Copy as prompt
        </button>
      </div>
    </Dialog>
  );
}
