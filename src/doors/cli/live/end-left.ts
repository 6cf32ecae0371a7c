import { endLeftSession, leftSessions } from '../../../machine/live/process/running-sessions.ts';
import { report } from '../report.ts';

/** What a session left running whose threadline was killed is named and ended. */
export async function endLeft(): Promise<void> {
  for (const left of leftSessions()) {
    const named = left.processes.map(({ pid, command }) => `${pid} ${command}`).join('; ');
    report(`an earlier live session of ${left.agent} was killed and left: ${named}`);
    report(`ended ${await endLeftSession(left)} of its processes`);
  }
}
