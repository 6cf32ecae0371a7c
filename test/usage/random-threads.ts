import type { Random } from '../property/random.ts';
import type { Fields } from './scan-files.ts';

/** Requests of a made-up agent's life, and the files that it would leave. */
export interface RandomHomes {
  /** Files by their names, in homes. */
  files: Record<string, Fields[]>;
  /** What every request used, by what tells it apart. */
  truth: { input: number; output: number }[];
}

type Style = 'records' | 'running' | 'each';

interface MadeThread {
  id: string;
  style: Style;
  records: Fields[];
  /** The running total; with `running` it begins anew when the process does. */
  total: { input: number; output: number };
  source: unknown;
}

const START = Date.parse('2026-03-01T00:00:00.000Z');

/** What threads hold besides their requests. By default nothing. */
export interface ThreadFlesh {
  /** More fields of a thread's header. */
  header?(): Fields;
  /** What is said and done in a turn; each record gets a time of its own. */
  conversation?(): Fields[];
}

/** Builds threads with resumes, forks, sub-agents, reviews, compactions and copies of files, and knows what was used. */
export function randomHomes(random: Random, steps: number, flesh: ThreadFlesh = {}): RandomHomes {
  const threads: MadeThread[] = [];
  const truth: RandomHomes['truth'] = [];
  const copies: Record<string, Fields[]> = {};
  let now = START;
  let ids = 0;

  const stamp = () => {
    now += 20_000 + random.below(100_000);
    return new Date(now).toISOString();
  };
  const uuid = () => {
    ids += 1;
    const digits = now.toString(16).padStart(12, '0');
    return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-${String(ids).padStart(12, '0')}`;
  };
  const line = (type: string, payload: Fields): Fields => ({ timestamp: stamp(), type, payload });
  const event = (type: string, fields: Fields = {}): Fields => line('event_msg', { type, ...fields });
  const counts = (one: { input: number; output: number }): Fields => ({
    input_tokens: one.input,
    cached_input_tokens: Math.floor(one.input / 3),
    output_tokens: one.output,
    reasoning_output_tokens: 0,
    total_tokens: one.input + one.output,
  });

  function begin(style: Style, fields: Fields = {}): MadeThread {
    stamp();
    const id = uuid();
    const thread: MadeThread = { id, style, records: [], total: { input: 0, output: 0 }, source: fields.source };
    const header = { id, timestamp: new Date(now).toISOString(), cwd: '/p', ...flesh.header?.(), ...fields };
    thread.records.push(line('session_meta', header));
    threads.push(thread);
    return thread;
  }

  function request(thread: MadeThread): Fields[] {
    // Equal numbers are no sign of equal requests.
    const used = { input: 100 + random.below(3), output: 10 + random.below(2) };
    truth.push(used);
    thread.total = { input: thread.total.input + used.input, output: thread.total.output + used.output };
    const records: Fields[] = [];
    if (thread.style === 'records') {
      const id = `resp_${uuid()}`;
      records.push(line('token_usage_record', { thread_id: thread.id, response_id: id, usage: counts(used) }));
    }
    const info = {
      total_token_usage: counts(thread.total),
      last_token_usage: counts(used),
      model_context_window: 1000,
    };
    const count = () => event('token_count', { info, ...(thread.style === 'each' ? {} : { rate_limits: null }) });
    records.push(count());
    if (thread.style !== 'each' && random.below(2) === 0) records.push(count());
    return records;
  }

  function turn(thread: MadeThread): void {
    const turnId = uuid();
    // Old versions begin to count anew with every process, and say so.
    if (thread.style === 'running' && random.below(2) === 0) {
      thread.total = { input: 0, output: 0 };
      thread.records.push(event('token_count', { info: null, rate_limits: null }));
    }
    thread.records.push(
      event('task_started', { turn_id: turnId }),
      line('turn_context', { turn_id: turnId, model: 'm' }),
    );
    for (const record of flesh.conversation?.() ?? []) thread.records.push({ ...record, timestamp: stamp() });
    for (let left = random.below(4); left >= 0; left -= 1) {
      thread.records.push(...request(thread));
      if (random.below(6) === 0) {
        const replacement = [{ type: 'message', role: 'user', content: [] }];
        thread.records.push(line('compacted', { message: 'short', replacement_history: replacement }));
      }
    }
    thread.records.push(event('task_complete', { turn_id: turnId }));
  }

  /** Up to 0.147 a fork begins with a copy of its parent's records, stamped with the time of the fork. */
  function forkByCopy(parent: MadeThread): void {
    const fork = begin(parent.style, { forked_from_id: parent.id });
    const at = new Date(now + 1).toISOString();
    fork.records.push(...parent.records.map((record) => ({ ...record, timestamp: at })));
    fork.total = { ...parent.total };
    if (fork.style === 'running') {
      fork.total = { input: 0, output: 0 };
      fork.records.push(event('token_count', { info: null, rate_limits: null }));
    }
    turn(fork);
  }

  function forkByReference(parent: MadeThread): void {
    const base = { thread_id: parent.id, end_ordinal_exclusive: parent.records.length, end_byte_offset: 1 };
    const fork = begin('records', { forked_from_id: parent.id, history_mode: 'paginated', history_base: base });
    fork.total = { ...parent.total };
    turn(fork);
  }

  /** The counts of a review stand in its own file, and once more in that of its parent. */
  function review(parent: MadeThread): void {
    if (parent.style === 'each') return;
    const isRepeated = parent.style === 'running';
    parent.records.push(event('entered_review_mode'));
    const child = begin(parent.style, { source: { subagent: 'review' } });
    if (isRepeated) parent.records.push(event('token_count', { info: null, rate_limits: null }));
    const made = [...request(child), ...request(child)];
    child.records.push(...made);
    if (isRepeated) parent.records.push(...made.map((record) => ({ ...record, timestamp: stamp() })));
    parent.records.push(event('exited_review_mode'));
  }

  function step(): void {
    const parent = threads.length > 0 ? random.pick(threads) : undefined;
    const what = random.below(8);
    if (!parent || what === 0) turn(begin(random.pick(['records', 'running', 'each'] as const)));
    else if (what <= 3) turn(parent);
    else if (what === 4) forkByCopy(parent);
    else if (what === 5) forkByReference(parent);
    else if (what === 6) review(parent);
    else {
      const spawn = { parent_thread_id: parent.id, depth: 1 };
      turn(begin(parent.style, { source: { subagent: { thread_spawn: spawn } } }));
    }
    // A backup of a file as it is now.
    if (parent && random.below(6) === 0) copies[`home${random.below(3)}/${parent.id}`] = [...parent.records];
  }

  for (let done = 0; done < steps; done += 1) step();
  const own = Object.fromEntries(threads.map(({ id, records }) => [`home/${id}`, records]));
  return { files: { ...copies, ...own }, truth };
}
