import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isObject } from '../../src/core/lines/json.ts';

/** A trajectory, as far as tests look at it. */
export interface Atif {
  steps: {
    is_copied_context?: boolean;
    llm_call_count?: number;
    tool_calls?: { tool_call_id: string }[];
    observation?: { results: { source_call_id?: string }[] };
  }[];
  final_metrics?: {
    total_prompt_tokens?: number;
    total_cached_tokens?: number;
    total_completion_tokens?: number;
    total_cost_usd?: number;
  };
  subagent_trajectories?: Atif[];
}

/** A trajectory and those in it. */
export function trajectoriesIn(document: Atif): Atif[] {
  return [document, ...(document.subagent_trajectories ?? []).flatMap(trajectoriesIn)];
}

const PAGE = fileURLToPath(new URL('../../docs/writers.md', import.meta.url));

type Change = (value: Record<string, unknown>) => void;

/** What each row of the table does to an object of a document. */
const CHANGES: Readonly<Record<string, Change>> = {
  schema_version(value) {
    if (typeof value.schema_version === 'string' && Array.isArray(value.steps)) value.schema_version = 'ATIF-v1.7';
  },
  'trajectory_id of a sub-agent without one'(value) {
    const agents: unknown[] = Array.isArray(value.subagent_trajectories) ? value.subagent_trajectories : [];
    for (const agent of agents) if (isObject(agent)) agent.trajectory_id ??= agent.session_id;
  },
  'subagent_trajectory_ref with a session_id alone'(value) {
    const refs: unknown[] = Array.isArray(value.subagent_trajectory_ref) ? value.subagent_trajectory_ref : [];
    for (const ref of refs)
      if (isObject(ref) && ref.trajectory_path === undefined) ref.trajectory_id ??= ref.session_id;
  },
  'null in a root or a step'(value) {
    const isOne = Array.isArray(value.steps) || typeof value.step_id === 'number';
    for (const [name, inner] of Object.entries(value)) if (isOne && inner === null) delete value[name];
  },
  audio(value) {
    if (value.type !== 'audio' || !isObject(value.source)) return;
    const { media_type, path } = value.source;
    for (const name of Object.keys(value)) delete value[name];
    Object.assign(value, { type: 'text', text: `[audio: ${String(media_type)}, ${String(path)}]` });
  },
};

/** The left column of the table of exceptions in docs/writers.md. */
function listedChanges(): string[] {
  const [, table = ''] = readFileSync(PAGE, 'utf8').split('| of other documents | becomes |\n|---|---|\n');
  const rows = table.split('\n\n')[0]?.split('\n') ?? [];
  return rows.map((row) => row.split('|')[1]?.trim().replaceAll('`', '') ?? '');
}

/** A document of others as we write it: with the changes that the page lists, and with no other. */
export function changedByTable(document: unknown): unknown {
  const changes = listedChanges().map((name) => {
    const change = CHANGES[name];
    if (!change) throw new Error(`no test knows the exception '${name}' of docs/writers.md`);
    return change;
  });
  const visit = (value: unknown): void => {
    if (isObject(value)) for (const change of changes) change(value);
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) visit(inner);
  };
  const changed: unknown = structuredClone(document);
  visit(changed);
  return changed;
}

/** A document of a version with every field that the version has, and with odd but allowed values. */
export function foreignDocument(minor: number): Record<string, unknown> {
  const since = (version: number, fields: object) => (minor >= version ? fields : {});
  const extra = { extra: { odd: { deep: [1, null, 'x'] }, toString: 0 } };
  const parts = [
    { type: 'text', text: 'one' },
    { type: 'text', text: 'two' },
    { type: 'image', source: { media_type: 'image/png', path: 'images/a.png' } },
    ...(minor >= 8 ? [{ type: 'audio', source: { media_type: 'audio/wav', path: 'a.wav', duration_sec: 1.5 } }] : []),
  ];
  const content = minor >= 6 ? parts : 'one\n\ntwo';
  const metrics = {
    prompt_tokens: 3,
    completion_tokens: 2,
    cached_tokens: 1,
    cost_usd: 0.5,
    ...since(4, { prompt_token_ids: [1, 2, 3] }),
    ...since(3, { completion_token_ids: [4, 5] }),
    logprobs: [-0.1, -0.2],
    ...extra,
  };
  const ref = { session_id: 'inner', ...since(7, { trajectory_id: 'inner' }), trajectory_path: 'inner.json', ...extra };
  const answer = {
    step_id: 3,
    timestamp: '2026-01-01T00:00:02+00:00',
    source: 'agent',
    model_name: 'm-2',
    reasoning_effort: 0.5,
    message: content,
    reasoning_content: 'why',
    tool_calls: [
      { tool_call_id: 'c1', function_name: 'Bash', arguments: { command: 'ls', n: 1.0 }, ...since(7, extra) },
      { tool_call_id: 'c2', function_name: 'strange', arguments: {} },
      { tool_call_id: 'c1', function_name: 'again', arguments: { again: true } },
    ],
    observation: {
      results: [
        { source_call_id: 'c2', content, subagent_trajectory_ref: [ref], ...since(7, extra) },
        { source_call_id: 'c1', content: 'first' },
        { source_call_id: 'c1', content: 'second' },
        { source_call_id: null, content: 'of no call' },
        { source_call_id: 'c2' },
        {},
      ],
    },
    metrics,
    ...since(7, { llm_call_count: 2 }),
    ...extra,
  };
  return {
    schema_version: `ATIF-v1.${minor}`,
    session_id: 'run',
    ...since(7, { trajectory_id: 'run-1' }),
    agent: {
      name: 'terminus',
      version: '2',
      model_name: 'm',
      ...since(5, { tool_definitions: [{ type: 'function' }] }),
      ...extra,
    },
    steps: [
      {
        step_id: 1,
        source: 'system',
        message: 'You are…',
        ...since(2, { observation: { results: [{ content: 'x' }] } }),
      },
      {
        step_id: 2,
        source: 'user',
        message: content,
        timestamp: null,
        ...since(5, { is_copied_context: true }),
        ...extra,
      },
      answer,
      {
        step_id: 4,
        source: 'agent',
        message: '',
        ...since(7, { llm_call_count: 0 }),
        ...since(5, { is_copied_context: false }),
      },
      {
        step_id: 5,
        source: 'system',
        message: 'Compacted',
        observation: { results: [{ content: 'sum', ...since(7, extra) }, { content: 'more' }] },
        extra: { context_management: { type: 'compaction', boundary: 'replace' } },
      },
      { step_id: 6, source: 'user', message: '' },
    ],
    notes: 'n',
    final_metrics: {
      total_prompt_tokens: 9,
      total_completion_tokens: 2,
      total_cached_tokens: 1,
      total_cost_usd: 0.5,
      total_steps: 7,
      ...extra,
    },
    continued_trajectory_ref: 'next.json',
    ...since(1, extra),
    ...since(7, {
      subagent_trajectories: [
        {
          schema_version: `ATIF-v1.${minor}`,
          trajectory_id: 'inner',
          agent: { name: 'a', version: '1', ...extra },
          steps: [{ step_id: 1, source: 'agent', message: 'in', metrics: { prompt_tokens: 1 } }],
          ...extra,
        },
      ],
    }),
  };
}
