import { connection } from '../api/live.ts';
import { formatDuration } from '../format/figures.ts';
import { useStore } from '../stores/store.ts';
import { useNow } from './use-now.ts';

/** The time since the page lost its stream. On return it gets what it missed since its last line. */
export function Reconnecting() {
  const { since } = useStore(connection);
  const now = useNow(1000);
  return <>Reconnecting, {formatDuration(Math.max(0, Math.round((now - since) / 1000) * 1000))}</>;
}
