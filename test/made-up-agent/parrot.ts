import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '../../src/core/lines/json.ts';
import type { ToolVocabulary } from '../../src/core/messages/vocabularies/vocabulary.ts';
import type { ThreadEvent } from '../../src/core/thread/event.ts';
import type { ToolCallItem } from '../../src/core/thread/item.ts';
import type { Extra } from '../../src/core/thread/usage.ts';
import { count, optionalId, optionalText, text } from '../../src/core/wires/field-checks.ts';
import { fieldTable } from '../../src/core/wires/field-table.ts';
import type { Wire, WireReader } from '../../src/core/wires/wire.ts';
import { sessionWriter } from '../../src/core/writers/session-writer.ts';
import type { Agent } from '../../src/doors/cli/agents.ts';
import type { Problem } from '../../src/errors.ts';
import type { AgentDriver } from '../../src/machine/run/agent-driver.ts';
import { scanFolders } from '../../src/machine/sessions/scan-folders.ts';
import type { FileIdentity, SessionStore } from '../../src/machine/sessions/store.ts';

/**
 * An agent that nobody has heard of, whole: what it writes, what its tools are, where it keeps sessions, how it is run. It
 * stands for the law that a new agent is a few folders and their registries: not one line of `src` knows it.
 */

/** `{parrot: 'hatched', nest, cage}`, `{parrot: 'heard' | 'said', words}`, `{parrot: 'pecked', at, seed, taste?}`, `{parrot: 'slept', seeds, eggs}`. */
interface ParrotFields {
  parrot: string;
  nest?: string | undefined;
  cage?: string | undefined;
  words: string;
  at?: string | undefined;
  seed: string;
  taste?: string | undefined;
  seeds: number;
  eggs: number;
  extra?: Extra | undefined;
}

const parrotTable = fieldTable<ParrotFields>((wire) => ({
  parrot: text(wire.parrot),
  nest: optionalId(wire.nest),
  cage: optionalText(wire.cage),
  words: text(wire.words),
  at: optionalId(wire.at),
  seed: text(wire.seed),
  taste: optionalText(wire.taste),
  seeds: count(wire.seeds),
  eggs: count(wire.eggs),
}));

function createParrotReader(): WireReader {
  let threadId: string | undefined;
  let turn = 0;

  function eventOf(fields: ParrotFields, line: number): ThreadEvent {
    const id = fields.at ?? `L${line}.0`;
    switch (fields.parrot) {
      case 'hatched':
        threadId = fields.nest ?? '';
        return { type: 'thread.started', thread_id: threadId, agent: 'parrot', cwd: fields.cage ?? '/' };
      case 'heard':
        turn += 1;
        return { type: 'item.completed', item: { id, type: 'user_message', text: fields.words } };
      case 'said':
        return { type: 'item.completed', item: { id, type: 'agent_message', text: fields.words } };
      case 'pecked':
        return peck(fields, id);
      case 'slept': {
        const { seeds: input_tokens, eggs: output_tokens } = fields;
        const turn_usage = { input_tokens, output_tokens, cached_input_tokens: 0, reasoning_output_tokens: 0 };
        return { type: 'turn.completed', turn_usage };
      }
      default:
        return { type: 'unknown', wire_type: fields.parrot, data: { ...fields } };
    }
  }

  function read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const { extra, ...fields } = parrotTable.read(record, problems);
    const event = eventOf(fields, line);
    if (extra) event.extra = extra;
    const events: ThreadEvent[] = fields.parrot === 'heard' ? [{ type: 'turn.started' }, event] : [event];
    for (const each of events) {
      each.line = line;
      if (threadId !== undefined) each.thread_id = threadId;
      if (turn > 0) each.turn_id = `turn-${turn}`;
    }
    return events;
  }

  return { read, end: () => [] };
}

function peck({ seed, taste }: ParrotFields, id: string): ThreadEvent {
  const item: ToolCallItem = { id, type: 'tool_call', name: 'peck', input: { seed }, status: 'in_progress' };
  if (taste === undefined) return { type: 'item.started', item };
  return { type: 'item.completed', item: { ...item, output: taste, status: 'completed' } };
}

const wire = (name: string, kind: 'stream' | 'store', word: string): Wire => ({
  name,
  agent: 'parrot',
  kind,
  marksTurnEnds: true,
  hasThreadIds: true,
  ids: 'wire',
  recognises: (record) =>
    typeof record.parrot === 'string' && (record.parrot !== 'hatched' || record[word] !== undefined),
  createReader: createParrotReader,
});

const vocabulary: ToolVocabulary = {
  call(item) {
    if (item.type !== 'tool_call') return undefined;
    const seed = (item.input as { seed?: string } | undefined)?.seed ?? '';
    return { uses: [{ name: 'Bash', input: { command: `peck ${seed}` } }], identity: seed };
  },
  result: (item) => ({ texts: [item.type === 'tool_call' ? (item.output ?? '') : ''], isError: false, images: [] }),
};

const store: SessionStore = {
  homes: (env) => ({ paths: [env.PARROT_HOME ?? '/nowhere'], isNamed: env.PARROT_HOME !== undefined }),
  scan: (home, agent, onProblem) => scanFolders({ home, agent, folders: ['nests'], identify, onProblem }),
  identify,
  newSession: {
    loadWriter: async () => createParrotWriter,
    place: (_home, { id }) => ['nests', `nest-${id}.jsonl`],
  },
};

/** A thread of another agent as this one keeps its own: what was heard, pecked and said. */
const createParrotWriter = sessionWriter(({ id, cwd, omit }) => ({
  begin: () => [{ parrot: 'hatched', nest: id, cage: cwd }],
  message({ role, parts, calls }) {
    const words = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
    if (role === 'system') omit('notice');
    if (role === 'system') return [];
    const said = words.map((text) => ({ parrot: role === 'user' ? 'heard' : 'said', words: text }));
    const pecked = calls.map((call) => ({ parrot: 'pecked', at: call.id, seed: call.name, taste: call.output }));
    return [...said, ...pecked];
  },
  end: () => [],
}));

function identify(path: string): FileIdentity | undefined {
  const id = /^nest-(.+)\.jsonl$/.exec(basename(path))?.[1];
  return id === undefined ? undefined : { wire: 'parrot-nest', threadId: id, archived: false };
}

const program = fileURLToPath(new URL('./parrot-program.mjs', import.meta.url));

const driver: AgentDriver = {
  program: 'Parrot',
  installHint: 'Buy one.',
  wire: 'parrot-song',
  detect: () => program,
  prepare: (task, options) => () => ({
    file: process.execPath,
    args: [program, ...(task.resume === undefined ? [] : ['--resume', task.resume])],
    cwd: options.cwd,
    env: { ...process.env, ...options.env } as Record<string, string>,
    input: task.prompt ?? '',
    name: 'Parrot',
    installHint: 'Buy one.',
  }),
  options: {},
  fromExecute: () => ({}),
  resumeCommand: (id) => ['parrot', '--again', id],
};

export const parrot: Agent = {
  name: 'parrot',
  title: 'Parrot',
  mark: { letters: 'pa', light: '#226622', dark: '#88dd88' },
  homeVariable: 'PARROT_HOME',
  wires: [wire('parrot-song', 'stream', 'song'), wire('parrot-nest', 'store', 'cage')],
  vocabulary,
  keepsIds: 'tools',
  store,
  driver,
  asker: {
    client: 'parrot',
    called: (meta) => [meta['parrot/nest']],
    started: ({ PARROT_NEST }) => [PARROT_NEST],
  },
};
