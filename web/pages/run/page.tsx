import { useEffect } from 'react';
import type { ApiRun } from '../../../src/doors/server/run-types.ts';
import { connection, knowsRuns } from '../../api/live.ts';
import { useKeys } from '../../keyboard.ts';
import { navigate } from '../../router.ts';
import { hello } from '../../stores/hello.ts';
import { findRun, runs, runUrl } from '../../stores/runs.ts';
import { useStore } from '../../stores/store.ts';
import { EmptyState, FailureState } from '../../ui/empty-state.tsx';
import { PageMain, type PageState } from '../../ui/page-main.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { Inbox } from './inbox.tsx';
import { RunSide } from './run-side.tsx';
import { RunView } from './run-view.tsx';
import { StartForm } from './start-form.tsx';

/** What waits for a person, and one run: its thread, its question, its limits. */
export function RunPage({ runKey }: { runKey?: string | undefined }) {
  const { value, error } = useStore(hello);
  const { runs: all } = useStore(runs);
  useTitle('Run');
  if (error !== undefined) {
    return (
      <PageMain page="run" state="error">
        <FailureState level={1} code={error} />
      </PageMain>
    );
  }
  if (value && !value.features.run) return <RunOff />;
  if (!all) return <PageMain page="run" state="loading" />;
  return <Runs all={all} runKey={runKey} />;
}

/** A server that was started without `--allow-run` starts nothing, and says how it would. */
function RunOff() {
  return (
    <PageMain page="run" state="off">
      <EmptyState level={1} title="This server starts no agents">
        <p>
          Start, steer and stop agents here, and answer what they ask before they act. The server has to be started for
          it:
        </p>
        <code>threadline serve --allow-run</code>
        <p>It stays on this machine, and nothing runs that you did not allow.</p>
      </EmptyState>
    </PageMain>
  );
}

function Runs({ all, runKey }: { all: readonly ApiRun[]; runKey: string | undefined }) {
  const run = runKey === undefined ? undefined : findRun(all, runKey);
  const { state } = useStore(connection);
  const isKnown = useStore(knowsRuns);
  const isLost = state === 'lost';
  const url = run && runUrl(run);
  // The agent has told its session: from now on that is the address.
  useEffect(() => {
    if (url !== undefined && location.pathname !== url) navigate(url, 'replace');
  }, [url]);
  useKeys({
    c: () => navigate('/run#new'),
    j: () => step(1),
    k: () => step(-1),
  });

  function step(by: number): void {
    const at = run ? all.indexOf(run) : by > 0 ? -1 : all.length;
    const next = all[at + by];
    if (next) navigate(runUrl(next));
  }

  return (
    <PageMain
      page="run"
      state={stateOf(run, runKey, all, isLost)}
      className={run ? 'run-page' : 'run-page without-run'}
    >
      <Inbox all={all} chosen={run} isLost={isLost} />
      {run && <RunView key={run.id} run={run} isLost={isLost} isOff={isLost || !isKnown} />}
      {run && <RunSide run={run} />}
      {!run && (
        <section className="run-middle run-start" aria-label="New run">
          {runKey !== undefined && (
            <p className="band">This run is not known here: its server may have been started again.</p>
          )}
          <StartForm />
        </section>
      )}
    </PageMain>
  );
}

function stateOf(run: ApiRun | undefined, key: string | undefined, all: readonly ApiRun[], isLost: boolean): PageState {
  if (isLost) return 'lost';
  if (run) return run.status;
  if (key !== undefined) return 'error';
  return all.length === 0 ? 'empty' : 'ready';
}
