import type { ApiSession, ApiUsage } from '../../../src/doors/server/api-types.ts';
import { formatCost, formatCount, formatDuration, formatTokens, plural } from '../../format/figures.ts';
import { useKeys } from '../../keyboard.ts';
import { navigate, sessionUrl } from '../../router.ts';

export type SessionTab = 'thread' | 'changes' | 'time' | 'usage';

/** The pages of a session: what was said, what it changed, where the time and the money went. Each has an address. */
export function SessionTabs({ session, chosen }: { session: ApiSession; chosen: SessionTab }) {
  const { head, files } = session;
  const thread = sessionUrl(head.key);
  const tabs: { name: SessionTab; title: string; more: string }[] = [
    { name: 'thread', title: 'Thread', more: plural(head.turns ?? 0, 'turn') },
    { name: 'changes', title: 'Changes', more: `${formatCount(files.length)} edited` },
    { name: 'time', title: 'Time', more: head.ms === undefined ? '' : formatDuration(head.ms) },
    { name: 'usage', title: 'Usage', more: head.usage ? spent(head.usage) : '' },
  ];
  const urlOf = (name: SessionTab) => (name === 'thread' ? thread : `${thread}/${name}`);
  useKeys({
    'g t': () => navigate(urlOf('thread')),
    'g c': () => navigate(urlOf('changes')),
    'g w': () => navigate(urlOf('time')),
  });
  return (
    <div className="session-tabs num" role="tablist" aria-label="Pages of this session">
      {tabs.map(({ name, title, more }) => (
        <a key={name} role="tab" href={urlOf(name)} aria-selected={name === chosen} tabIndex={0}>
          {title} <span>{more}</span>
        </a>
      ))}
    </div>
  );
}

/** The money, or the tokens where no price is known. */
function spent({ costUsd, total }: ApiUsage): string {
  return costUsd === null ? `${formatTokens(total)} tokens` : formatCost(costUsd);
}
