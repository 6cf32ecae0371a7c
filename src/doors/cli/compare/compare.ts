import { createRedactor } from '../../../core/redact/index.ts';
import { compareSessions } from '../../../machine/compare/compare-sessions.ts';
import type { ComparedSession } from '../../../machine/compare/compared-session.ts';
import { readCompared } from '../../../machine/compare/read-compared.ts';
import { readOpsOf } from '../../../machine/provenance/session-ops.ts';
import type { HomesContext } from '../agents.ts';
import { type ExitCode, ExitError, exitCodes } from '../exit.ts';
import { namedSession } from '../named-session.ts';
import { openOutput } from '../output.ts';
import { withRemoteStore } from '../remote/remote-store.ts';
import { createScreen } from '../screen.ts';
import { readSessionCost } from '../session-cost.ts';
import { createJsonEncoder } from '../write-json.ts';
import { comparisonText } from './comparison-text.ts';

export interface CompareRequest extends HomesContext {
  wanted: readonly string[];
  /** A server to ask instead of this machine. */
  archive?: string | undefined;
  /** Also steps that are equal. */
  all: boolean;
  json: boolean;
  color?: string | undefined;
}

/** Shows sessions side by side. Texts are redacted, as on every way out. */
export async function compare({ wanted, archive, all, json, color, ...context }: CompareRequest): Promise<ExitCode> {
  const sessions =
    archive === undefined
      ? await readEach(wanted, (name) => read(name, context))
      : await readStored(archive, wanted, context);
  const found = createRedactor({ level: 'standard' }).value(compareSessions(sessions));
  const output = openOutput();
  if (json) output.append(`${createJsonEncoder({ forTerminal: output.isTerminal })(found)}\n`);
  else output.append(comparisonText(found, createScreen({ color }), all));
  await output.flush();
  return exitCodes.ok;
}

/** One after the other: each is read as a whole. */
async function readEach(wanted: readonly string[], one: (name: string) => Promise<ComparedSession>) {
  const sessions: ComparedSession[] = [];
  for (const name of wanted) sessions.push(await one(name));
  return sessions;
}

async function readStored(archive: string, wanted: readonly string[], { agents }: HomesContext) {
  const { readRemoteCompared } = await import('../remote/remote-compared.ts');
  return withRemoteStore(archive, (store) => readEach(wanted, (name) => readRemoteCompared(store, name, agents)));
}

async function read(wanted: string, context: HomesContext): Promise<ComparedSession> {
  const info = await namedSession(wanted, context);
  if (info.gone) throw new ExitError(exitCodes.environment, `the file of ${wanted} is gone: it cannot be compared`);
  const usage = await readSessionCost(info, context.agents);
  const ops = await readOpsOf(info, context);
  return readCompared(info.path, { agents: context.agents, ops, usage, title: info.title ?? info.firstPrompt });
}
