import { isObject, type JsonObject } from '../../lines/json.ts';
import { agentNames } from '../../wires/agent-names.ts';
import { ATIF_KEPT } from '../../wires/atif/kept.ts';
import type { CallPart, Step, StepThread, SubAgent } from '../steps/step.ts';
import { isPartial, wantedThread } from '../steps/wanted-thread.ts';
import type { WriterOptions } from '../writer.ts';
import { withExtra } from './atif-call.ts';
import { keptStep, restoredRoot, restoredStep } from './atif-kept.ts';
import { atifStep } from './atif-step.ts';
import { finalMetrics, type Totals } from './atif-totals.ts';
import { ATIF_VERSION } from './atif-version.ts';
import { flatSteps, sideSteps } from './flat-steps.ts';

/** A thread as one trajectory, with those of its sub-agents inside. */
export function atifDocument(thread: StepThread, options: WriterOptions): JsonObject {
  const id = thread.head.thread_id || options.threadId;
  const named = id ? { ...thread, head: { ...thread.head, thread_id: id } } : thread;
  return trajectory(wantedThread(named, options), options, undefined).document;
}

function trajectory(
  thread: StepThread,
  options: WriterOptions,
  above: JsonObject | undefined,
): { document: JsonObject; totals: Totals } {
  const told = thread.head.extra?.[ATIF_KEPT];
  const kept = isObject(told) ? restoredRoot(told) : undefined;
  const agent = agentOf(thread, above);
  const taken = new Map<string, number>();
  const agents = options.flat ? [] : thread.agents.map((sub) => ({ sub, id: uniqueId(sub, taken) }));
  const embedded = agents.map(({ sub, id }) => {
    const made = trajectory(sub, options, agent);
    return { ...made, document: { ...made.document, trajectory_id: id } };
  });
  const steps = stepsOf(thread, options, agents);
  const totals = finalMetrics(
    steps,
    thread.uncounted,
    embedded.map((made) => made.totals),
    options.requestCost,
  );
  const own: JsonObject = {
    schema_version: ATIF_VERSION,
    ...idsOf(thread),
    agent,
    steps,
    ...(totals.notes !== undefined && { notes: totals.notes }),
    final_metrics: totals.written,
    ...rootExtra(thread),
  };
  const document = kept ? ordered(rootOf(kept, totals, options), steps) : own;
  if (embedded.length > 0) document.subagent_trajectories = embedded.map((made) => made.document);
  return { document, totals };
}

/** The fields of a trajectory that was one before. The totals of a part are its own. */
function rootOf(kept: JsonObject, totals: Totals, options: WriterOptions): JsonObject {
  const root: JsonObject = { ...kept, schema_version: ATIF_VERSION };
  if (isPartial(options)) root.final_metrics = totals.written;
  return root;
}

/** The root of a trajectory that was one before, its fields in our order. */
function ordered(kept: JsonObject, steps: readonly JsonObject[]): JsonObject {
  const written: JsonObject = {};
  const fields = ['schema_version', 'session_id', 'trajectory_id', 'agent', 'steps', 'notes', 'final_metrics'];
  for (const name of [...fields, 'continued_trajectory_ref', 'extra']) {
    const value = name === 'steps' ? steps : kept[name];
    if (value !== undefined && value !== null) written[name] = value;
  }
  return written;
}

function stepsOf(
  thread: StepThread,
  options: WriterOptions,
  agents: readonly { sub: SubAgent; id: string }[],
): JsonObject[] {
  const refs = new Map<string, JsonObject[]>();
  for (const { sub, id } of agents) {
    const others = refs.get(sub.parentItemId) ?? [];
    others.push({ trajectory_id: id });
    refs.set(sub.parentItemId, others);
  }
  const refsOf = (call: CallPart): JsonObject[] => refs.get(call.itemId) ?? [];
  const written: JsonObject[] = [];
  const all: readonly Step[] = options.flat ? flatSteps(thread) : thread.steps;
  const aside = options.flat ? sideSteps(thread) : undefined;
  for (const step of all) {
    const kept = keptStep(step);
    const fields = (kept && restoredStep(step, kept, options)) ?? atifStep(step, { ...options, refsOf });
    if (fields && aside?.has(step))
      fields.extra = { ...(isObject(fields.extra) ? fields.extra : {}), is_sidechain: true };
    if (fields) written.push({ step_id: written.length + 1, ...fields });
  }
  // The format wants a step.
  if (written.length === 0) written.push({ step_id: 1, source: 'system', message: 'This session has no steps.' });
  return written;
}

function uniqueId(sub: SubAgent, taken: Map<string, number>): string {
  const kept = sub.head.extra?.[ATIF_KEPT];
  const told = isObject(kept) && typeof kept.trajectory_id === 'string' ? kept.trajectory_id : undefined;
  const wanted = told ?? (sub.head.thread_id || sub.parentItemId);
  let count = (taken.get(wanted) ?? 0) + 1;
  let id = count === 1 ? wanted : `${wanted}#${count}`;
  for (; id !== wanted && taken.has(id); count += 1) id = `${wanted}#${count + 1}`;
  taken.set(wanted, count);
  if (id !== wanted) taken.set(id, 1);
  return id;
}

function idsOf({ head }: StepThread): JsonObject {
  const id = head.thread_id;
  if (!id) return {};
  return { session_id: id, trajectory_id: id };
}

/** Sub-agents that name no agent are of the same kind as the one that started them. */
function agentOf({ head, steps }: StepThread, above: JsonObject | undefined): JsonObject {
  const known = agentNames.find(({ name }) => name === head.agent);
  const agent: JsonObject = {
    name: known?.trajectoryName ?? head.agent ?? above?.name ?? 'unknown',
    version: head.cli_version ?? above?.version ?? 'unknown',
  };
  const model = head.model ?? steps.find((step) => step.source === 'agent' && step.model !== undefined);
  if (typeof model === 'string') agent.model_name = model;
  else if (model?.source === 'agent') agent.model_name = model.model;
  const extra: JsonObject = {};
  for (const name of ['cwd', 'git', 'originator', 'model_provider'] as const)
    if (head[name] !== undefined) extra[name] = head[name];
  return withExtra(agent, extra);
}

/** The facts of a thread that the format has no field for. */
function rootExtra({ head }: StepThread): JsonObject {
  const facts: JsonObject = {};
  for (const name of [
    'origin',
    'forked_from_id',
    'parent_thread_id',
    'source',
    'agent_nickname',
    'agent_role',
  ] as const)
    if (head[name] !== undefined) facts[name] = head[name];
  return Object.keys(facts).length > 0 ? { extra: { threadline: facts } } : {};
}
