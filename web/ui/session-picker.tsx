import { visibleLine } from '../../src/core/text/visible-text.ts';
import { api } from '../api/client.ts';
import { useAnswer } from '../api/use-answer.ts';
import { formatWhen } from '../format/times.ts';
import { compareUrl, navigate } from '../router.ts';
import { useAgents } from '../stores/agents.ts';
import { useHeldText } from './held-keys.ts';
import { PickDialog } from './pick-dialog.tsx';
import { useFoundSessions } from './use-found-sessions.ts';
import { useNow } from './use-now.ts';

/** Chooses the session that is compared with those of `keys`. Sessions of the same prompt come first. */
export function SessionPicker({ keys, onClose }: { keys: readonly string[]; onClose: () => void }) {
  const [text, setText] = useHeldText();
  const found = useFoundSessions(text);
  const [first = ''] = keys;
  const { value } = useAnswer(first, () => api.session(first));
  const { titleOf } = useAgents();
  const now = useNow(60_000);
  const alike = new Set((value?.alike ?? []).map(({ key }) => key));
  const heads = [...(value?.alike ?? []), ...(found ?? []).filter(({ key }) => !alike.has(key))];
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const entries = heads
    .filter(({ key, ghost, parent }) => !keys.includes(key) && !ghost && parent === undefined)
    .map((head) => ({
      id: head.key,
      label: visibleLine(head.title) || head.id,
      hint: [
        ...(alike.has(head.key) ? ['same prompt'] : []),
        titleOf(head.agent),
        visibleLine(head.projectName ?? ''),
        formatWhen(head.lastAt, now),
      ]
        .filter(Boolean)
        .join(' · '),
      run: () => navigate(compareUrl([...keys, head.key])),
    }))
    // What the server found has the words somewhere; what is alike was not asked for them.
    .filter(
      ({ id, label, hint }) => !alike.has(id) || words.every((word) => `${label} ${hint}`.toLowerCase().includes(word)),
    );
  return (
    <PickDialog
      title="Compare with"
      words="Compare with which session?"
      text={text}
      entries={entries}
      none={found && 'No other session has these words.'}
      onText={setText}
      onClose={onClose}
    />
  );
}
