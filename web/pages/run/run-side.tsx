import { visibleLine } from '../../../src/core/text/visible-text.ts';
import { fileIn } from '../../../src/doors/react/project-path.ts';
import type { ApiRun } from '../../../src/doors/server/run-types.ts';
import { formatCost, formatDuration, formatTokens } from '../../format/figures.ts';
import { Icon } from '../../ui/icon.tsx';
import { MODES } from './composer.tsx';

/** What a run may use and do, its plan, and what it changed. */
export function RunSide({ run }: { run: ApiRun }) {
  const { plan = [], changed } = run;
  const add = changed.reduce((sum, file) => sum + file.add, 0);
  const del = changed.reduce((sum, file) => sum + file.del, 0);
  return (
    <aside className="run-side" aria-label="Limits and changes">
      <Limits run={run} />
      <MayDo run={run} />
      {plan.length > 0 && (
        <section>
          <h2>
            Plan{' '}
            <span>
              {plan.filter(({ state }) => state === 'done').length} of {plan.length}
            </span>
          </h2>
          <ul className="run-plan">
            {plan.map(({ text, state }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two steps may have the same words
              <li key={index} className={state}>
                <i aria-hidden="true">{state === 'done' ? '✓' : ''}</i>
                <span className="screen-reader">{state}: </span>
                {visibleLine(text)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {changed.length > 0 && (
        <section>
          <h2>
            Changed so far{' '}
            <span>
              +{add} −{del}
            </span>
          </h2>
          <ul className="run-files">
            {changed.map((file) => (
              <li key={file.path}>
                <code>{visibleLine(fileIn({ project: run.cwd }, file.path))}</code>
                <span className="num">
                  <b className="plus">+{file.add}</b> <b className="minus">−{file.del}</b>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  );
}

function Limits({ run: { limits, spent, context } }: { run: ApiRun }) {
  const { usd, tokens, ms } = limits;
  return (
    <section>
      <h2>
        Limits <span>of this run</span>
      </h2>
      <Gauge
        name="Cost"
        words={usd === undefined ? formatCost(spent.usd) : `${formatCost(spent.usd)} of ${formatCost(usd)}`}
        part={usd === undefined || spent.usd === null ? undefined : spent.usd / usd}
        colour="var(--c1)"
      />
      {usd !== undefined && spent.usd === null && spent.tokens > 0 && (
        <p className="run-note">The model has no price here: this limit does not hold.</p>
      )}
      <Gauge
        name="Tokens"
        words={
          tokens === undefined ? formatTokens(spent.tokens) : `${formatTokens(spent.tokens)} of ${formatTokens(tokens)}`
        }
        part={tokens === undefined ? undefined : spent.tokens / tokens}
        colour="var(--c2)"
      />
      {context && (
        <Gauge
          name="Context"
          words={`${formatTokens(context.used)} of ${formatTokens(context.window)}`}
          part={context.used / context.window}
          colour="var(--c3)"
        />
      )}
      <Gauge
        name="Time"
        words={
          ms === undefined
            ? formatDuration(spent.ms)
            : `${formatDuration(spent.ms)}; a turn: at most ${formatDuration(ms)}`
        }
        colour="var(--c4)"
      />
    </section>
  );
}

/** Without a limit there is a figure and no bar. */
function Gauge({ name, words, part, colour }: GaugeProps) {
  const share = part === undefined ? undefined : Math.min(1, Math.max(0, part));
  return (
    <div className="gauge">
      <span>{name}</span>
      <b className="num">{words}</b>
      {share !== undefined && (
        <div className="gauge-bar" aria-hidden="true">
          <i style={{ width: `${share * 100}%`, background: colour }} />
        </div>
      )}
    </div>
  );
}

interface GaugeProps {
  name: string;
  words: string;
  part?: number | undefined;
  colour: string;
}

function MayDo({ run }: { run: ApiRun }) {
  return (
    <section>
      <h2>What it may do</h2>
      <div className="gauge">
        <span>Mode</span>
        <b>{MODES[run.mode]}</b>
      </div>
      {run.can.asks === 'as-configured' && (
        <p className="run-note">A file lets this agent act without asking: see the warnings.</p>
      )}
      <ul className="run-allowed">
        {run.allowed.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows
          <li key={index}>
            <Icon name="check" />
            <code>{visibleLine(text)}</code>
            <span>this run</span>
          </li>
        ))}
      </ul>
      {run.warnings.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows
        <p key={index} className="run-note">
          <Icon name="warn" /> {visibleLine(text)}
        </p>
      ))}
    </section>
  );
}
