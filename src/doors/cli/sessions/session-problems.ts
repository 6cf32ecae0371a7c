import { amount } from '../../../core/text/amount.ts';
import { findHomes, type HomeOptions } from '../../../machine/sessions/homes.ts';
import type { SessionProblem } from '../../../machine/sessions/index.ts';
import { report } from '../report.ts';
import { problemOf, shortPath } from '../wording.ts';

/** Reports problems of homes and files after the list, one line of stderr each. */
export interface SessionProblems {
  add(problem: SessionProblem): void;
  say(message: string): void;
  end(): void;
  /** True if a folder or a file could not be read. */
  readonly isMachines: boolean;
}

/** More are only counted. `--json` has them all. */
const SHOWN_PROBLEMS = 10;

export function createSessionProblems(): SessionProblems {
  const told: string[] = [];
  let isMachines = false;
  let stubs = 0;
  return {
    add({ code, message, path }) {
      if (code === 'no-conversation') {
        stubs += 1;
        return;
      }
      if (code === 'missing-home' || code === 'unreadable') isMachines = true;
      told.push(`${shortPath(path)}: ${problemOf(path, message)} (${code})`);
    },
    say: report,
    end() {
      for (const text of told.slice(0, SHOWN_PROBLEMS)) report(text);
      if (told.length > SHOWN_PROBLEMS) report(`… and ${told.length - SHOWN_PROBLEMS} more problems`);
      if (stubs > 0) report(`${amount(stubs, 'file')} without a conversation ${stubs === 1 ? 'is' : 'are'} not listed`);
    },
    get isMachines() {
      return isMachines;
    },
  };
}

/** Says which folders of sessions are not there or let nobody in: an empty answer would look as if there were no sessions. */
export function tellHomes({ agents, homes }: Pick<HomeOptions, 'agents' | 'homes'>): boolean {
  const problems = createSessionProblems();
  findHomes({ agents, homes, onProblem: problems.add });
  problems.end();
  return problems.isMachines;
}
