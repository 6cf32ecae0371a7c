import { memo } from 'react';
import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { SessionHead } from '../../../src/doors/server/api-types.ts';
import { Shape } from '../../charts/shape.tsx';
import { formatCost, formatDuration, formatTokens, plural } from '../../format/figures.ts';
import { formatWhen, formatWhole } from '../../format/times.ts';
import { headUrl } from '../../router.ts';
import { AgentMark } from '../../ui/agent-mark.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Noted } from '../../ui/noted.tsx';
import { StatusDot, statusWords } from '../../ui/status-dot.tsx';

/** A longer title is cut before it pushes what is beside it away. */
const SHORT_TITLE = 20;

/** One session of the list. */
export const SessionRow = memo(function SessionRow({ head, isChild, isSelected, isMarked, now }: SessionRowProps) {
  const isLive = head.status === 'working' || head.status === 'waiting';
  const classes = [
    'session-row',
    isChild && 'child',
    isSelected && 'selected',
    isMarked && 'marked',
    head.ghost && 'ghost',
  ];
  return (
    <a
      className={classes.filter(Boolean).join(' ')}
      href={headUrl(head)}
      data-key={head.key}
      data-selected={isSelected || undefined}
    >
      <span className="state">
        <StatusDot status={head.status} />
      </span>
      <AgentMark agent={head.agent} />
      <span className="what">
        <span className="title-and-tags">
          <b className={head.title.length > SHORT_TITLE ? undefined : 'short'}>
            {visibleLine(head.title) || 'Untitled'}
          </b>
          <Noted head={head} />
          {!isChild && <Tags head={head} />}
        </span>
        <span className="second-line">{visibleLine(secondLine(head, isLive))}</span>
      </span>
      <Shape shape={head.shape} />
      <span className="project mono">
        {[head.machine, folderName(head.projectName), head.branch]
          .filter((part) => part !== undefined)
          .map(visibleLine)
          .join(' · ')}
      </span>
      <Figure name="turns" value={isCounted(head) ? head.turns : undefined} format={String} />
      <Figure name="duration" value={head.ms} format={formatDuration} />
      <Figure name="tokens" value={head.usage?.total} format={formatTokens} />
      <Figure name="cost" value={head.usage?.costUsd} format={formatCost} />
      <time className="figure num when" dateTime={isoOf(head.lastAt)} title={formatWhole(head.lastAt)}>
        {formatWhen(head.lastAt, now, isLive)}
      </time>
    </a>
  );
});

/** Undefined for a figure that is not counted yet, null for one that cannot be known. */
function Figure<Value extends number | null>({ name, value, format }: FigureProps<Value>) {
  return (
    <span className={`figure num ${name}`} data-value={value ?? ''}>
      {value === undefined ? '' : format(value)}
    </span>
  );
}

interface FigureProps<Value> {
  name: string;
  value: Value | undefined;
  format: (value: Value) => string;
}

interface SessionRowProps {
  head: SessionHead;
  isChild: boolean;
  isSelected: boolean;
  isMarked: boolean;
  now: number;
}

function Tags({ head }: { head: SessionHead }) {
  const tones = { working: 'ok', waiting: 'warn', failed: 'bad', done: '' };
  return (
    <>
      {head.status !== 'done' && <span className={`tag ${tones[head.status]}`}>{statusWords[head.status]}</span>}
      {(head.children ?? 0) > 0 && (
        <span className="tag">
          <Icon name="fork" />
          {plural(head.children ?? 0, 'agent')}
        </span>
      )}
      {head.errors > 0 && <span className="tag bad">{plural(head.errors, 'error')}</span>}
      {head.problems > 0 && (
        <span className="tag warn">
          <Icon name="warn" />
          {plural(head.problems, 'problem')}
        </span>
      )}
      {head.forkedFrom !== undefined && <span className="tag">fork</span>}
      {head.ghost && <span className="tag">prompts only</span>}
      {head.gone && !head.ghost && <span className="tag warn">file deleted</span>}
    </>
  );
}

/** The present work of a running session, else its last answer, else its first prompt if the title says something else. */
function secondLine({ title, firstPrompt, lastAnswer, now, id, ghost }: SessionHead, isLive: boolean): string {
  if (isLive && now) return now.text;
  if (ghost) return plural(ghost.prompts, 'prompt');
  if (lastAnswer !== undefined) return lastAnswer;
  return firstPrompt === title ? '' : (firstPrompt ?? id);
}

/** False before anybody has read the whole session: the list begins with what stands at its beginning. */
function isCounted({ ghost, turns, messages }: SessionHead): boolean {
  return ghost === undefined && (turns > 0 || messages > 0);
}

/** The last part of a folder's path. The filter and the session's page show the whole path. */
function folderName(path: string | undefined): string | undefined {
  return path?.slice(path.lastIndexOf('/') + 1) || path;
}

/** Undefined for a time that no calendar has. */
function isoOf(time: number): string | undefined {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
