import { keepWhileHidden, onRunEvent } from '../api/live.ts';
import { navigate } from '../router.ts';
import { showWaiting } from '../ui/use-title.ts';
import { isOpenRun, runs, runUrl, waitingCount } from './runs.ts';

/** Tells a person who does not look at the page: a number in the title, and a notice of the browser where it is allowed. */
export function startWaitingNotices(): void {
  // A hidden tab has no stream, except while an agent may ask something.
  keepWhileHidden(() => runs.get().runs?.some(isOpenRun) === true);
  runs.subscribe(() => showWaiting(waitingCount(runs.get())));
  onRunEvent((told) => {
    if (told.event === 'question' && !isLookedAt()) notify(told.data.run, told.data.question.id);
  });
}

/** Asks the browser once, because a person pressed a button. */
export async function allowNotices(): Promise<boolean> {
  return 'Notification' in window && (await Notification.requestPermission()) === 'granted';
}

export function canAskForNotices(): boolean {
  return 'Notification' in window && Notification.permission === 'default';
}

function isLookedAt(): boolean {
  return !document.hidden && document.hasFocus() && location.pathname.startsWith('/run');
}

/** The words are ours and the title of the run: what the agent wants is read on the page. */
function notify(runId: string, question: string): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const run = runs.get().runs?.find(({ id }) => id === runId);
  const notice = new Notification('An agent waits for you', { body: run?.title ?? '', tag: question });
  notice.onclick = () => {
    window.focus();
    if (run) navigate(runUrl(run));
    notice.close();
  };
}
