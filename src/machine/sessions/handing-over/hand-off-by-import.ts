import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ThreadOrigin } from '../../../core/thread/event.ts';
import { ThreadlineError } from '../../../errors.ts';
import { openSession } from '../open-session.ts';
import type { AgentStore, ImportRules } from '../store.ts';
import { agentStores } from '../stores/registry.ts';
import type { HandedOff, HandedThread, HandOffOptions } from './hand-off-options.ts';
import { targetCwd } from './target.ts';
import { guardWriting } from './target-folder.ts';
import { survey, tellWritten, type Written, writeWithNote } from './write-with-note.ts';

/** A thread to hand over, and where it comes from. */
export interface PreparedThread {
  session: HandedThread;
  origin: ThreadOrigin;
}

/** An agent that takes threads by a command of its own. */
export interface Importer {
  agent: AgentStore;
  rules: ImportRules;
}

/** The agent that the thread goes to, if it takes threads by a command of its own. */
export function findImporter({ to, agents = agentStores }: HandOffOptions): Importer | undefined {
  const agent = agents.find(({ name }) => name === to);
  const rules = agent?.store.imports;
  return agent && rules && { agent, rules };
}

/** Writes the thread to a file of its own and has the agent import it. Nothing of the agent's is written by us. */
export async function handOffByImport(
  options: HandOffOptions,
  { agent, rules }: Importer,
  { session, origin }: PreparedThread,
): Promise<HandedOff> {
  if (!options.runImport && !options.dryRun)
    throw new TypeError(`${agent.title} takes threads by a command of its own: runImport has to be given`);
  const cwd = targetCwd(options.cwd, session.info);
  const chosen = await survey(options, session);
  const folder = guardWriting(tmpdir(), () => mkdtempSync(join(tmpdir(), 'threadline-import-')));
  try {
    const { loadWriter } = rules;
    const model = options.dryRun ? undefined : await askForModel(options, { agent, rules }, cwd);
    // An agent that keeps the ids of what it imports would change a session that it has.
    const id = randomUUID();
    const written = await writeWithNote({ options, loadWriter, session, origin, cwd, id, chosen, folder, model });
    if (written.thread.turns === 0)
      throw new ThreadlineError('not-found', `${session.info.path} holds nothing to hand over`);
    const put = options.dryRun
      ? { id: '', path: '' }
      : await importFile({ options, agent, rules, cwd, folder, written });
    return {
      action: 'created',
      dryRun: options.dryRun === true,
      agent: agent.name,
      ...put,
      cwd,
      size: written.file.size,
      origin,
      ...tellWritten(written, chosen),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The model of the agent's settings, for an agent that goes on with the one that the messages name. */
async function askForModel(
  options: HandOffOptions,
  { agent, rules }: Importer,
  cwd: string,
): Promise<string | undefined> {
  const { runImport, env = process.env } = options;
  if (!rules.model) return undefined;
  const result = await runImport?.({ agent: agent.name, args: rules.model.args, cwd, env });
  return result?.exitCode === 0 ? rules.model.read(result.stdout) : undefined;
}

interface Importing extends Importer {
  options: HandOffOptions;
  cwd: string;
  folder: string;
  written: Written;
}

/** Runs the command, and looks whether the session is where it says. */
async function importFile({
  options,
  agent,
  rules,
  cwd,
  folder,
  written,
}: Importing): Promise<{ id: string; path: string }> {
  const { runImport, env = process.env, agents } = options;
  const file = join(folder, 'thread.jsonl');
  written.file.putNew(file);
  const args = rules.command(file, { cwd, title: written.title });
  const result = await runImport?.({ agent: agent.name, args, cwd, env });
  const id = result?.exitCode === 0 ? rules.importedId(result.stdout) : undefined;
  if (id === undefined) throw refused(agent, result?.stderr.trim() || result?.stdout.trim() || '');
  const { info } = await openSession(`${agent.name}:${id}`, { env, agents });
  return { id, path: info.path };
}

function refused({ title }: AgentStore, said: string): ThreadlineError {
  const line = said.split('\n', 1)[0]?.slice(0, 300) ?? '';
  return new ThreadlineError('write-failed', `${title} did not import the thread${line === '' ? '' : `: ${line}`}`);
}
