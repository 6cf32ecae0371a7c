import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiSession } from '../../../src/doors/server/api-types.ts';
import { connection } from '../../api/live.ts';
import { formatCost, formatDuration, formatTokens, percent, plural } from '../../format/figures.ts';
import { compareUrl, sessionUrl } from '../../router.ts';
import { useAgents } from '../../stores/agents.ts';
import { useStore } from '../../stores/store.ts';
import { AgentMark } from '../../ui/agent-mark.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Noted } from '../../ui/noted.tsx';
import { Reconnecting } from '../../ui/reconnecting.tsx';
import { StarButton } from '../../ui/star-button.tsx';
import { StatusDot, statusWords } from '../../ui/status-dot.tsx';
import { MoreMenu, type MoreMenuProps } from './more-menu.tsx';
import { SessionTabs } from './session-tabs.tsx';

/** The title of a session and the facts that people ask for first. */
export function TranscriptHead(props: TranscriptHeadProps) {
  const { session, onFind, onExport } = props;
  const { head } = session;
  const { state } = useStore(connection);
  const tones = { working: 'ok', waiting: 'warn', failed: 'bad', done: '' };
  return (
    <>
      <div className="title-line">
        <a className="btn icon wide" href="/" aria-label="All sessions">
          <Icon name="list" />
        </a>
        <StatusDot status={head.status} isHollow={state === 'lost'} />
        <h1>{visibleLine(head.title) || 'Untitled'}</h1>
        <Noted head={head} />
        {head.status !== 'done' && (
          <span className={`tag ${tones[head.status]}`}>
            {statusWords[head.status]} · turn {head.turns}
          </span>
        )}
        {state === 'lost' && (
          <span className="tag warn">
            <Reconnecting />
          </span>
        )}
        <span className="spacer" />
        <StarButton head={head} />
        <button type="button" className="btn icon wide" aria-label="Find in session" onClick={onFind}>
          <Icon name="find" />
        </button>
        <button type="button" className="btn wide" onClick={onExport}>
          <Icon name="share" />
          Export
        </button>
        <MoreMenu {...props} />
      </div>
      <SessionMeta session={session} />
      <SessionTabs session={session} chosen="thread" />
    </>
  );
}

type TranscriptHeadProps = MoreMenuProps;

export function SessionMeta({ session }: { session: ApiSession }) {
  const { head, files, parent, alike = [] } = session;
  const { titleOf } = useAgents();
  const add = files.reduce((sum, file) => sum + file.add, 0);
  const del = files.reduce((sum, file) => sum + file.del, 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on a narrow screen
    <div className="meta-line num" tabIndex={0} role="group" aria-label="Facts">
      <AgentMark agent={head.agent} />
      <span>
        {titleOf(head.agent)} <b>{visibleLine(head.version ?? '')}</b>
      </span>
      {head.model !== undefined && <b className="words">{visibleLine(head.model)}</b>}
      {(head.projectName ?? head.machine) !== undefined && (
        <span className="mono">
          {[head.machine, head.projectName, head.branch]
            .filter((part) => part !== undefined)
            .map(visibleLine)
            .join(' · ')}
        </span>
      )}
      {head.ms !== undefined && <b className="asked">{formatDuration(head.ms)}</b>}
      {head.usage && (
        <span className="asked">
          <b>{formatTokens(head.usage.total)}</b> tokens
          <span className="cached">, {percent(head.usage.cached, head.usage.input)} cached</span>
        </span>
      )}
      {head.usage && (
        <b className="asked">{head.usage.costUsd === null ? 'no price' : formatCost(head.usage.costUsd)}</b>
      )}
      {files.length > 0 && (
        <a href={`${sessionUrl(head.key)}/changes`} title="What it changed">
          <b>
            +{add} −{del}
          </b>{' '}
          edited in {plural(files.length, 'file')}
        </a>
      )}
      {head.problems > 0 && (
        <span className="tag warn">
          <Icon name="warn" />
          {plural(head.problems, 'problem')}
        </span>
      )}
      {alike[0] && (
        <a className="text-link" href={compareUrl([head.key, ...alike.slice(0, 2).map(({ key }) => key)])}>
          Compare with {plural(alike.length, 'session')} of the same prompt
        </a>
      )}
      {parent && (
        <a className="text-link" href={sessionUrl(parent.key)}>
          ↑ {visibleLine(parent.title)}
        </a>
      )}
    </div>
  );
}
