import { missingBlocks, type PrintedBlock, type PrintedRun } from './printed-and-kept.ts';

/** A kind of block that an agent prints and does not keep. It is known by what happened, never by where it was recorded. */
export interface PrintedException {
  name: string;
  agents: readonly string[];
  is(block: PrintedBlock, run: PrintedRun): boolean;
  /** The words of `docs/formats/<agent>.md` for it. */
  told: string;
}

/** The closed list. Whatever is missing for another reason is a fault. */
export const PRINTED_EXCEPTIONS: readonly PrintedException[] = [
  {
    name: 'no session',
    agents: ['pi'],
    is: (_block, { kept }) => kept.length === 0,
    told: 'runs that wrote no session',
  },
  {
    name: 'open step',
    agents: ['goose', 'pi', 'cline', 'kimi', 'copilot'],
    is: (block, run) => !hasEndedWell(run) && isBehindAllKept(block, run),
    told: 'the step that was open when',
  },
  {
    name: 'last answer',
    agents: ['kilo'],
    is: (block, run) => block === run.blocks.at(-1) && block.kind === 'text' && hasEndedWell(run),
    told: 'the last text of a run that ended before',
  },
  {
    name: 'cut text',
    agents: ['copilot'],
    is: (block, { events }) =>
      block.kind === 'text' &&
      events.some((event) => event.type === 'item.delta' && event.item_id === block.id) &&
      !events.some((event) => event.type === 'item.completed' && event.item.id === block.id),
    told: 'a text that was cut',
  },
  {
    name: 'joined replies',
    agents: ['qwen'],
    is: ({ kind, body }, { kept }) =>
      kind === 'text' &&
      kept.some((other) => other.kind === 'text' && body !== other.body && body.endsWith(other.body)),
    told: 'a reply that was asked for again',
  },
  {
    name: 'slash command',
    agents: ['qwen'],
    is: ({ kind }, { events, blocks }) =>
      kind === 'text' && blocks.length === 1 && !events.some(({ type }) => type === 'token_count'),
    told: 'what a slash command says',
  },
  {
    name: 'skipped call',
    agents: ['qwen'],
    is: ({ kind, body }) => kind === 'result' && body.startsWith('Skipped because the provider attempt was retried'),
    told: 'that a call was skipped',
  },
  {
    name: 'lost space',
    agents: ['qwen'],
    is: ({ kind, body }, { kept, version }) =>
      kind === 'thinking' && version.startsWith('0.5.') && kept.some((other) => isSpaced(other.body, body)),
    told: 'a space lost between two pieces',
  },
  {
    name: 'long output',
    agents: ['qwen'],
    is: ({ kind, id, body }, { kept }) =>
      kind === 'result' &&
      kept.some(
        (other) =>
          other.kind === 'result' &&
          other.id === id &&
          other.body.length >= 30_000 &&
          body.startsWith(other.body.slice(0, 10_000)),
      ),
    told: 'the middle of an output that is longer than 32 000 characters',
  },
  {
    name: 'command as a title',
    agents: ['qwen'],
    is: ({ kind, id, body }, { kept }) =>
      kind === 'call' && kept.some((other) => other.kind === 'call' && other.id === id && isPartOf(body, other.body)),
    told: 'the arguments of a command beside the command',
  },
  {
    name: 'path as written',
    agents: ['opencode', 'kilo'],
    is: ({ kind, id, body }, { kept }) =>
      kind === 'call' && kept.some((other) => other.kind === 'call' && other.id === id && isSamePath(body, other.body)),
    told: 'the folder of a path in a patch that failed',
  },
  {
    name: 'call in a script',
    agents: ['pi'],
    is: ({ kind, id }, { kept }) =>
      kind === 'result' && /\/\d+$/.test(id) && kept.some((other) => other.kind === 'call' && other.id === id),
    told: 'the results of calls in a script',
  },
  {
    name: 'own words',
    agents: ['goose'],
    is: ({ kind, body }) => kind === 'text' && body.startsWith("I've reached the maximum number of actions"),
    told: 'goose’s own text at the end of its turns',
  },
];

/** The entry of the closed list that says why a missing block is not kept. */
export function exceptionOf(run: PrintedRun, block: PrintedBlock): PrintedException | undefined {
  return PRINTED_EXCEPTIONS.find((exception) => exception.agents.includes(run.agent) && exception.is(block, run));
}

/** The last turn was ended by the agent, and nothing failed. */
function hasEndedWell({ events, agent }: PrintedRun): boolean {
  const end = events.findLast(({ type }) => /^turn\.(?:started|completed|failed|aborted)$/.test(type));
  if (end?.type !== 'turn.completed') return false;
  // Up to 1.50 goose ends as always when it is interrupted in a text, but for its counts.
  return agent !== 'goose' || (end.usage?.input_tokens ?? 0) > 0;
}

/** No later block of the run was kept: it stands in the part that was never written. */
function isBehindAllKept(block: PrintedBlock, run: PrintedRun): boolean {
  const missing = new Set(missingBlocks(run));
  return run.blocks.indexOf(block) > run.blocks.findLastIndex((other) => !missing.has(other));
}

function isSpaced(kept: string, printed: string): boolean {
  return kept !== printed && kept.replaceAll(' ', '') === printed.replaceAll(' ', '');
}

/** The same call without some of its arguments, which stand last. */
function isPartOf(printed: string, kept: string): boolean {
  return printed.startsWith('Bash {"command":') && kept.startsWith(`${printed.slice(0, -1)},`);
}

/** The same call with a path that the store knows the folder of. */
function isSamePath(printed: string, kept: string): boolean {
  const [, path] = /"file_path":"([^/"][^"]*)"/.exec(printed) ?? [];
  const [, whole] = /"file_path":"(\/[^"]*)"/.exec(kept) ?? [];
  if (path === undefined || whole === undefined || !whole.endsWith(`/${path}`)) return false;
  return kept.replace(`"${whole}"`, `"${path}"`) === printed;
}
