import { useRef } from 'react';
import { visibleLine } from '../../src/core/text/visible-text.ts';
import type { ApiHello, ApiIndexState } from '../../src/doors/server/api-types.ts';
import { connection, indexState } from '../api/live.ts';
import { formatBytes, formatCount, formatDuration } from '../format/figures.ts';
import { useAgents } from '../stores/agents.ts';
import { hello } from '../stores/hello.ts';
import { useStore } from '../stores/store.ts';
import { useNow } from './use-now.ts';

/** After this long without a server the page says how to start it. */
const GONE_MS = 8000;
/** The time for which the index is watched before the page gives an estimate. */
const ESTIMATE_MS = 2000;

/** Notices for the whole page: the sample, the first index, a server that is gone. One band for each. */
export function Bands() {
  const { value, error } = useStore(hello);
  return (
    <>
      {error === 'unauthorised' && (
        <div className="band bad" role="alert">
          This page has no key. Open it by the address that threadline printed when it started.
        </div>
      )}
      <GoneBand />
      {value?.sample && <SampleBand homes={value.homes} />}
      <IndexBand />
    </>
  );
}

function SampleBand({ homes }: { homes: ApiHello['homes'] }) {
  const paths = [...new Set(homes.map((home) => home.path))];
  const { homeVariables } = useAgents();
  return (
    <details className="band">
      <summary>No session of yours is shown: this is the bundled sample.</summary>
      <p>threadline looks for yours in the folders that {homeVariables} names, or in those below your home.</p>
      {paths.map((path) => (
        <code key={path}>{visibleLine(path)}</code>
      ))}
    </details>
  );
}

function GoneBand() {
  const { state, since } = useStore(connection);
  const { value } = useStore(hello);
  const now = useNow(1000);
  if (state !== 'lost' || now - since < GONE_MS) return null;
  return (
    <div className="band bad" role="alert">
      The server does not answer for {formatDuration(now - since)}. What is shown stays readable. Start it again:
      <code>threadline serve{value?.features.run && ' --allow-run'}</code>
    </div>
  );
}

const BEHIND_WORDS: Readonly<Record<NonNullable<ApiIndexState['behind']>, string>> = {
  busy: 'another process is writing to the archive',
  'disk-full': 'the disk is full',
  stopped: 'indexing was stopped',
  fault: 'the terminal says what went wrong',
};

function IndexBand() {
  const index = useStore(indexState);
  const began = useRef<{ at: number; doneBytes: number }>(undefined);
  if (index?.behind) {
    return (
      <div className="band">
        Search is not up to date: {BEHIND_WORDS[index.behind]}. threadline tries again by itself.
      </div>
    );
  }
  if (index?.state !== 'indexing' || index.files === 0) return null;
  began.current ??= { at: performance.now(), doneBytes: index.doneBytes };
  const left = timeLeft(index, began.current, performance.now());
  return (
    <div className="band num">
      Indexing, newest first
      <progress value={index.doneBytes} max={Math.max(1, index.bytes)} aria-label="Index" />
      {formatCount(index.done)} of {formatCount(index.files)} files · {formatBytes(index.doneBytes)} of{' '}
      {formatBytes(index.bytes)}
      {left !== undefined && ` · about ${formatDuration(left)} left`}
    </div>
  );
}

/** An estimate from what was done since the page first looked; none until there is something to base it on. */
function timeLeft({ bytes, doneBytes }: ApiIndexState, began: { at: number; doneBytes: number }, now: number) {
  const [passed, done] = [now - began.at, doneBytes - began.doneBytes];
  if (passed < ESTIMATE_MS || done <= 0) return undefined;
  return Math.ceil(((bytes - doneBytes) * passed) / done / 1000) * 1000;
}
