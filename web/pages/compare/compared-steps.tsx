import { useMemo, useState } from 'react';
import { visibleLine } from '../../../src/core/text/visible-text.ts';
import { mcpParts } from '../../../src/core/tools/tool-names.ts';
import type { ApiCompare } from '../../../src/doors/server/api-types.ts';
import { formatDuration, plural } from '../../format/figures.ts';
import { useKeys } from '../../keyboard.ts';
import { navigate, sessionUrl } from '../../router.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { late } from '../../ui/late.tsx';
import { type StepLine, stepLines } from './step-lines.ts';

const StepRows = late(async () => (await import('./step-rows.tsx')).StepRows);

type StepRow = ApiCompare['steps'][number];
type Kind = StepRow['kind'];

const NAMES: Readonly<Record<Kind, string>> = {
  same: 'Equal',
  differs: 'Different',
  a: 'Only A',
  b: 'Only B',
  c: 'Only C',
};
/** More lines are shown on request. */
const SHOWN = 400;

/** The steps of all sessions, aligned. Runs of equal ones are folded. */
export function ComparedSteps({ comparison }: { comparison: ApiCompare }) {
  const { steps, counts, heads } = comparison;
  const [only, setOnly] = useState<Kind>();
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const [isWhole, setWhole] = useState(false);
  const [chosen, setChosen] = useState(-1);
  /** The places of steps whose rows are shown. */
  const [shownRows, setShownRows] = useState<ReadonlySet<number>>(new Set());
  const lines = useMemo(() => stepLines(steps, only, opened), [steps, only, opened]);
  const shown = isWhole ? lines : lines.slice(0, SHOWN);
  const kinds: Kind[] = ['same', 'differs', ...heads.map(({ side }) => side)];

  function choose(index: number): void {
    const next = Math.max(0, Math.min(shown.length - 1, index));
    setChosen(next);
    document.querySelector(`[data-line="${next}"]`)?.scrollIntoView({ block: 'nearest' });
  }

  const toggleRows = (first: number) =>
    setShownRows((old) => new Set(old.has(first) ? [...old].filter((one) => one !== first) : [...old, first]));
  const openRun = (first: number) => setOpened((old) => new Set([...old, first]));
  useKeys({
    j: () => choose(chosen + 1),
    k: () => choose(chosen - 1),
    n: () => {
      const next = shown.findIndex((line, index) => index > chosen && line.row?.kind !== 'same' && line.row);
      if (next >= 0) choose(next);
    },
    Enter: () => {
      const line = shown[chosen];
      if (!line) return;
      if (!line.row) openRun(line.first);
      else if (isShared(line.row)) toggleRows(line.first);
      else navigate(urlOf(comparison, line.row));
    },
  });

  return (
    <section className="compare-steps" aria-label="Steps">
      <div className="filters" role="group" aria-label="Steps">
        <b>Steps</b>
        <button type="button" className={`chip${only === undefined ? ' on' : ''}`} onClick={() => setOnly(undefined)}>
          All <b data-value={steps.length}>{steps.length}</b>
        </button>
        {kinds.map((kind) => (
          <button
            key={kind}
            type="button"
            className={`chip${only === kind ? ' on' : ''}`}
            aria-pressed={only === kind}
            onClick={() => setOnly(only === kind ? undefined : kind)}
          >
            {NAMES[kind]} <b data-value={counts[kind]}>{counts[kind]}</b>
          </button>
        ))}
      </div>
      <ol>
        {shown.map((line, index) => (
          <Line
            key={line.first}
            line={line}
            index={index}
            comparison={comparison}
            isChosen={index === chosen}
            hasRows={shownRows.has(line.first)}
            onOpen={() => (line.row ? toggleRows(line.first) : openRun(line.first))}
          />
        ))}
      </ol>
      {!isWhole && lines.length > SHOWN && (
        <button type="button" className="btn" onClick={() => setWhole(true)}>
          Show all {plural(lines.length, 'line')}
        </button>
      )}
    </section>
  );
}

interface LineProps {
  line: StepLine;
  index: number;
  comparison: ApiCompare;
  isChosen: boolean;
  /** Its rows are shown below it. */
  hasRows: boolean;
  /** Opens a run of equal steps, or the rows of a step. */
  onOpen: () => void;
}

function Line({ line, index, comparison, isChosen, hasRows, onOpen }: LineProps) {
  const { row } = line;
  if (!row) {
    return (
      <li className={`equal-run${isChosen ? ' chosen' : ''}`} data-line={index}>
        {plural(line.count, 'equal step')} ·{' '}
        <button type="button" className="text-link" onClick={onOpen}>
          show
        </button>
      </li>
    );
  }
  const { heads, keys } = comparison;
  return (
    <li
      className={`step-row of-${heads.length} ${row.kind}${isChosen ? ' chosen' : ''}`}
      data-step={row.kind}
      data-line={index}
      aria-current={isChosen}
    >
      {heads.map(({ side }, place) => (
        <Step key={side} step={row[side]} side={side} sessionKey={keys[place] ?? ''} />
      ))}
      <span className="step-why">
        {row.why ?? `only ${row.kind.toUpperCase()}`}
        {isShared(row) && (
          <button type="button" className="text-link" aria-expanded={hasRows} onClick={onOpen}>
            {heads.length === 2 ? 'read both' : 'read all'}
          </button>
        )}
      </span>
      {hasRows && <StepRows comparison={comparison} step={row} />}
    </li>
  );
}

const ICONS: Readonly<Record<string, IconName>> = {
  prompt: 'user',
  Bash: 'terminal',
  Edit: 'file',
  Write: 'file',
  MultiEdit: 'file',
  Read: 'find',
  Grep: 'find',
  Glob: 'find',
  Task: 'fork',
  Agent: 'fork',
  TodoWrite: 'plan',
  WebFetch: 'globe',
  WebSearch: 'globe',
};

/** As rows of a thread name it. */
function titleOfTool(tool: string): string {
  const mcp = mcpParts(tool);
  if (mcp) return `${mcp.server} · ${mcp.tool}`;
  return tool === 'TodoWrite' ? 'Plan' : tool;
}

function Step({ step, side, sessionKey }: { step: StepRow['a']; side: string; sessionKey: string }) {
  if (!step) return <span className={`step none side-${side}`} />;
  const { tool, what, ms, failed, count, line } = step;
  return (
    <a className={`step side-${side}`} href={`${sessionUrl(sessionKey)}#L${line}`}>
      <Icon name={Object.hasOwn(ICONS, tool) ? (ICONS[tool] ?? 'plug') : 'plug'} />
      <span className="step-text">
        <span className={tool === 'Bash' ? 'mono' : ''}>
          {tool !== 'Bash' && tool !== 'prompt' && `${visibleLine(titleOfTool(tool))}${what === '' ? '' : ' · '}`}
          {visibleLine(what)}
        </span>
        <span className="step-more num">
          {side.toUpperCase()} · line {line}
          {count > 1 && ` · ×${count}`}
          {ms !== undefined && ` · ${formatDuration(ms)}`}
          {failed && <span className="tag bad">failed</span>}
        </span>
      </span>
    </a>
  );
}

/** More than one session did it, so there is something to read side by side. */
const isShared = ({ a, b, c }: StepRow) => [a, b, c].filter((step) => step !== undefined).length > 1;

/** The first session that did it. */
function urlOf({ heads, keys }: ApiCompare, row: StepRow): string {
  const place = Math.max(
    0,
    heads.findIndex(({ side }) => row[side] !== undefined),
  );
  const side = heads[place]?.side ?? 'a';
  return `${sessionUrl(keys[place] ?? '')}#L${row[side]?.line ?? 1}`;
}
