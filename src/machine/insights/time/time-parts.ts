import { PAUSE_MS } from './step-spans.ts';
import type { TimeNode } from './time-node.ts';

/** Where the time of a session went, in milliseconds. The sum is the whole. */
export interface TimeParts {
  /** The model of the session wrote. */
  model: number;
  /** Commands and other tools ran, and the model did not. */
  commands: number;
  /** Only sub-agents were at work. */
  agents: number;
  /** The agent was done, and waited for a person. */
  you: number;
  /** Nothing that the session tells of. */
  other: number;
}

/** Where several of these happen at once, the time counts for the first. */
const ORDER = ['model', 'commands', 'agents', 'you'] as const;
type Part = (typeof ORDER)[number];

const PART_OF: Readonly<Record<TimeNode['kind'], Part | undefined>> = {
  turn: undefined,
  model: 'model',
  command: 'commands',
  change: 'commands',
  plan: 'commands',
  mcp: 'commands',
  tool: 'commands',
  web: 'commands',
  agent: 'agents',
  you: 'you',
};

export interface DividedTime {
  parts: TimeParts;
  /** Long stretches in which the agent did nothing. */
  gaps: [from: number, to: number][];
}

/** Gives each moment from 0 to `end` to one part. */
export function divideTime(nodes: readonly TimeNode[], end: number): DividedTime {
  const parts: TimeParts = { model: 0, commands: 0, agents: 0, you: 0, other: 0 };
  const gaps: DividedTime['gaps'] = [];
  const marks: { at: number; part: Part; by: 1 | -1 }[] = [];
  for (const { kind, from = 0, to = from } of nodes) {
    const part = PART_OF[kind];
    if (part !== undefined && to > from) marks.push({ at: from, part, by: 1 }, { at: to, part, by: -1 });
  }
  marks.sort((one, other) => one.at - other.at);
  const open = { model: 0, commands: 0, agents: 0, you: 0 };
  let idleSince = 0;
  let last = 0;
  const isIdle = () => open.model + open.commands + open.agents === 0;

  function pass(at: number): void {
    parts[ORDER.find((part) => open[part] > 0) ?? 'other'] += at - last;
    last = at;
  }

  function endIdle(at: number): void {
    if (at - idleSince > PAUSE_MS) gaps.push([idleSince, at]);
  }

  for (const { at, part, by } of marks) {
    pass(at);
    const wasIdle = isIdle();
    open[part] += by;
    if (wasIdle && !isIdle()) endIdle(at);
    else if (!wasIdle && isIdle()) idleSince = at;
  }
  pass(end);
  if (isIdle()) endIdle(end);
  return { parts, gaps };
}
