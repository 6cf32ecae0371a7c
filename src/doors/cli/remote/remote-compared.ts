import type { ThreadStore } from '../../../archive/index.ts';
import { createEventReader } from '../../../core/wires/event-reader.ts';
import { ThreadlineError } from '../../../errors.ts';
import type { ComparedSession } from '../../../machine/compare/compared-session.ts';
import { readComparedFrom } from '../../../machine/compare/read-compared.ts';
import { type OpsSource, readOpsFrom } from '../../../machine/provenance/session-ops.ts';
import type { SessionInfo } from '../../../machine/sessions/index.ts';
import { sessionWires } from '../../../machine/sessions/reader-options.ts';
import { createStartedAgents } from '../../../machine/sessions/started-agents.ts';
import type { AgentStore } from '../../../machine/sessions/store.ts';
import { priceOf } from '../../../machine/usage/price-of.ts';
import { defaultPrices } from '../../../machine/usage/price-table.ts';
import { createUsageTotal } from '../../../machine/usage/usage-total.ts';
import { findRemoteSource, type RemoteSource } from './remote-source.ts';

/** Reads a session of a store for a comparison, by its lines alone. */
export async function readRemoteCompared(
  store: ThreadStore,
  wanted: string,
  agents: readonly AgentStore[] | undefined,
): Promise<ComparedSession> {
  const source = await findRemoteSource(store, wanted, agents);
  const { info } = source;
  if (!info) throw new ThreadlineError('not-found', 'the session is not there any more');
  const read = () => source.read(createEventReader({ agents: sessionWires }), { ownOnly: true });
  const usage = createUsageTotal();
  for (const row of await source.requests()) usage.add(row, priceOf(row, defaultPrices));
  const ops = await readOpsFrom([{ ...info, parentId: undefined, read }, ...(await subAgents(source, info))]);
  return readComparedFrom({ info, read }, { agents, ops, usage: usage.total(), title: info.title ?? info.firstPrompt });
}

/** Those that it started. Rows of the store tell the parent: no events are read to find out who was started. */
async function subAgents(source: RemoteSource, info: SessionInfo): Promise<OpsSource[]> {
  const { finder, open } = source.family(createStartedAgents(undefined));
  const found: OpsSource[] = [];
  for (const file of await finder.childrenOf(finder.root, info.id)) {
    try {
      const child = await open(file);
      const read = () => child.eventBatches();
      found.push({ path: file.path, agent: info.agent, id: child.info.id, parentId: info.id, read });
    } catch (error) {
      // One whose bytes are not kept does not hide the others.
      if (!(error instanceof ThreadlineError && error.code === 'not-found')) throw error;
    }
  }
  return found;
}
