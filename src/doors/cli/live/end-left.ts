import { endLeftSession, leftSessions } from '../../../machine/live/process/running-sessions.ts';
import { report } from '../report.ts';

/** What is left of a session whose threadline was killed, and how many of its processes were ended. */
export interface EndedSession {
  agent: string;
  session?: string;
  processes: string[];
  ended: number;
}

/** What a session left running whose threadline was killed is named and ended. */
export async function endLeft(): Promise<EndedSession[]> {
  const all: EndedSession[] = [];
  for (const left of leftSessions()) {
    const processes = left.processes.map(({ pid, command }) => `${pid} ${command}`);
    report(`an earlier live session of ${left.agent} was killed and left: ${processes.join('; ')}`);
    const ended = await endLeftSession(left);
    report(`ended ${ended} of its processes`);
    all.push({ agent: left.agent, ...(left.id !== undefined && { session: left.id }), processes, ended });
  }
  return all;
}
