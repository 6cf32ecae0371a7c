import type { ApiStatus } from '../../src/doors/server/api-types.ts';

const classes: Readonly<Record<ApiStatus, string>> = { working: 'live', waiting: 'wait', failed: 'fail', done: '' };
export const statusWords: Readonly<Record<ApiStatus, string>> = {
  working: 'working',
  waiting: 'waiting for you',
  failed: 'failed',
  done: 'done',
};

/** A session's status: a colour, and a word for readers who do not see it. Hollow: the last known status. */
export function StatusDot({ status, isHollow = false }: { status: ApiStatus; isHollow?: boolean }) {
  return (
    <span className={`dot ${isHollow ? 'hollow' : classes[status]}`} title={statusWords[status]}>
      <span className="screen-reader">{statusWords[status]}</span>
    </span>
  );
}
