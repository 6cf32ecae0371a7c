import { lstatSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { createEventReader } from '../../../core/wires/event-reader.ts';
import type { WireName } from '../../../core/wires/wire.ts';
import { sessionWires } from '../../../machine/sessions/reader-options.ts';
import type { AgentStore, FileIdentity, SessionFile } from '../../../machine/sessions/store.ts';
import { agentStores } from '../../../machine/sessions/stores/registry.ts';
import type { HomesContext } from '../agents.ts';
import { ExitError, exitCodes, usageError } from '../exit.ts';
import { describeUnrecognised, findSource } from '../source.ts';

/** A file that a person named, and what its first lines say. */
interface NamedFile {
  path: string;
  agent: string;
  wire: WireName;
}

/** The agents of named files, each with a store that holds these files and nothing else. */
export async function agentsOfFiles(wanted: readonly string[], context: HomesContext): Promise<AgentStore[]> {
  const files: NamedFile[] = [];
  for (const name of wanted) files.push(await readNamed(name, context));
  const known: readonly AgentStore[] = context.agents ?? agentStores;
  return [...new Set(files.map(({ agent }) => agent))].map((name) => {
    const own = files.filter(({ agent }) => agent === name);
    return { ...(known.find((agent) => agent.name === name) ?? { name, title: name }), store: storeOf(own) };
  });
}

async function readNamed(wanted: string, context: HomesContext): Promise<NamedFile> {
  const source = await findSource(wanted, context);
  if (!source.info) throw usageError(`serve takes files, not ${source.name}`, 'serve');
  const reader = createEventReader({ agents: context.agents ?? sessionWires });
  for await (const _ of source.read(reader)) if (reader.wire !== undefined) break;
  const { wire = 'unknown', agent = 'unknown' } = reader;
  if (wire === 'unknown') throw new ExitError(exitCodes.badInput, describeUnrecognised(source));
  return { path: source.info.path, agent, wire };
}

function storeOf(files: readonly NamedFile[]): AgentStore['store'] {
  const identify = (path: string) => {
    const file = files.find((candidate) => candidate.path === path);
    return file && { wire: file.wire, archived: false, home: dirname(path) };
  };
  return {
    homes: () => ({ paths: [...new Set(files.map(({ path }) => dirname(path)))], isNamed: true }),
    scan: (home, agent, onProblem) =>
      files.flatMap(({ path }) => {
        const identity = dirname(path) === home.path ? identify(path) : undefined;
        if (!identity) return [];
        try {
          return [sessionFile(path, identity, agent)];
        } catch {
          onProblem({ code: 'vanished', message: 'the file was there a moment ago', path });
          return [];
        }
      }),
    identify,
  };
}

function sessionFile(path: string, identity: FileIdentity & { home: string }, agent: AgentStore): SessionFile {
  const realPath = realpathSync(path);
  const { size, mtimeMs } = lstatSync(realPath);
  const compressed = /\.zst$/i.test(realPath);
  return { ...identity, agent, path, realPath, compressed, isSuperseded: false, size, modified: mtimeMs };
}
