import { connection } from '../api/live.ts';
import { formatDuration } from '../format/figures.ts';
import { useStore } from '../stores/store.ts';
import { useNow } from './use-now.ts';

/** How long the page has been without its stream; what it missed comes by the line that it knows. */
export function Reconnecting() {
  const { since } = useStore(connection);
  const now = useNow(1000);
  return <>Reconnecting, {formatDuration(Math.max(0, Math.round((now - since) / 1000) * 1000))}</>;
}
