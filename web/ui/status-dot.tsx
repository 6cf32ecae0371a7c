import type { ApiStatus } from '../../src/server/api-types.ts';

const classes: Readonly<Record<ApiStatus, string>> = { working: 'live', waiting: 'wait', failed: 'fail', done: '' };
export const statusWords: Readonly<Record<ApiStatus, string>> = {
  working: 'working',
  waiting: 'waiting for you',
  failed: 'failed',
  done: 'done',
};

/** Where a session stands: a colour, and a word for whoever does not see it. */
export function StatusDot({ status }: { status: ApiStatus }) {
  return (
    <span className={`dot ${classes[status]}`} title={statusWords[status]}>
      <span className="screen-reader">{statusWords[status]}</span>
    </span>
  );
}
