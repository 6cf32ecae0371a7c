import type { ApiSession } from '../../../src/doors/server/api-types.ts';
import { plural } from '../../format/figures.ts';
import { useKeys } from '../../keyboard.ts';
import { navigate, sessionUrl } from '../../router.ts';

/** The pages of a session: what was said, and what it changed. Each has an address. */
export function SessionTabs({ session, chosen }: { session: ApiSession; chosen: 'thread' | 'changes' }) {
  const { head, files } = session;
  const thread = sessionUrl(head.key);
  const tabs = [
    { name: 'thread', title: 'Thread', url: thread, more: plural(head.turns ?? 0, 'turn') },
    { name: 'changes', title: 'Changes', url: `${thread}/changes`, more: plural(files.length, 'file') },
  ];
  useKeys({ 'g t': () => navigate(thread), 'g c': () => navigate(`${thread}/changes`) });
  return (
    <div className="session-tabs num" role="tablist" aria-label="Pages of this session">
      {tabs.map(({ name, title, url, more }) => (
        <a key={name} role="tab" href={url} aria-selected={name === chosen} tabIndex={0}>
          {title} <span>{more}</span>
        </a>
      ))}
    </div>
  );
}
