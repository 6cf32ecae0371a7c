import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom, type Random } from './random.ts';
import { commandItem } from './rollout-lines.ts';
import { createTexts, type Texts } from './texts.ts';

/** What a generated home holds, as its maker knows it. */
export interface UsageTruth {
  sessions: number;
  bytes: number;
  requests: number;
  input: number;
  cached: number;
  output: number;
  reasoning: number;
}

/** A line of a session file. */
type Line = (type: string, payload: object) => void;

const MODELS = ['gpt-5.5', 'gpt-5.4', 'gpt-5.3-codex'] as const;
const FIRST_DAY = Date.UTC(2026, 0, 5, 8);
const SESSION_EVERY_MS = 40 * 60_000;

/**
 * Writes a Codex home with known usage: half of its files in the form up to 0.147, half paginated, with responses of
 * all sizes between what counts. A session takes 115 KB on average and has 13 requests. `repeats`: counts are said again
 * after a call, as Codex does and one of the peers does not know.
 */
export function makeUsageHome(
  home: string,
  sessions: number,
  { repeats = true, seed = 1, texts = createTexts(createRandom(0)) } = {},
): UsageTruth {
  const random = createRandom(seed);
  const truth: UsageTruth = { sessions, bytes: 0, requests: 0, input: 0, cached: 0, output: 0, reasoning: 0 };
  for (let index = 0; index < sessions; index += 1) {
    const start = FIRST_DAY + index * SESSION_EVERY_MS;
    const id = `${timeDigits(start)}-7${random.hex(3)}-8${random.hex(3)}-${random.hex(12)}`;
    const text = sessionText({ id, start, isPaginated: index % 2 === 1, repeats, random, texts, truth });
    const time = new Date(start).toISOString();
    const folder = join(home, 'sessions', time.slice(0, 4), time.slice(5, 7), time.slice(8, 10));
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `rollout-${time.slice(0, 19).replaceAll(':', '-')}-${id}.jsonl`);
    writeFileSync(path, text);
    utimesSync(path, start / 1000, start / 1000);
    truth.bytes += Buffer.byteLength(text);
  }
  return truth;
}

/** The first two groups of a UUIDv7. */
function timeDigits(time: number): string {
  const digits = time.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}

interface SessionPlan {
  id: string;
  start: number;
  isPaginated: boolean;
  repeats: boolean;
  random: Random;
  texts: Texts;
  truth: UsageTruth;
}

function sessionText(plan: SessionPlan): string {
  const { id, start, isPaginated, random, texts } = plan;
  let text = '';
  let ordinal = 0;
  let now = start;
  const line: Line = (type, payload) => {
    now += random.between(5, 900);
    const place = isPaginated ? { ordinal: ordinal++ } : {};
    text += `${JSON.stringify({ timestamp: new Date(now).toISOString(), ...place, type, payload })}\n`;
  };
  const model = random.pick(MODELS);
  const cwd = `/home/user/project-${random.between(1, 12)}`;
  line('session_meta', {
    id,
    timestamp: new Date(start).toISOString(),
    cwd,
    originator: 'codex_cli_rs',
    cli_version: isPaginated ? '0.160.0' : '0.140.0',
    source: 'cli',
    model_provider: 'openai',
    base_instructions: { text: texts.prose(isPaginated ? 21_600 : 14_200) },
    ...(isPaginated ? { history_mode: 'paginated' } : {}),
  });
  const instructions = texts.prose(isPaginated ? 7_300 : 3_700);
  const developer = [{ type: 'input_text', text: instructions }];
  line('response_item', { type: 'message', role: 'developer', content: developer });
  if (isPaginated) line('world_state', { full: true, state: { instructions: texts.prose(5_100) } });
  const total = { ...NOTHING };
  for (let turn = random.between(1, 4); turn > 0; turn -= 1) {
    const turnId = `${timeDigits(now)}-7${random.hex(3)}-9${random.hex(3)}-${random.hex(12)}`;
    line('event_msg', { type: 'task_started', turn_id: turnId, model_context_window: 400_000 });
    line('turn_context', { turn_id: turnId, cwd, approval_policy: 'never', model, summary: 'auto' });
    said(line, plan, 'user');
    for (let requests = random.between(2, 9); requests > 0; requests -= 1) addRequest(line, plan, total, turnId);
    said(line, plan, 'assistant');
    line('event_msg', { type: 'task_complete', turn_id: turnId, last_agent_message: null });
  }
  return text;
}

function said(line: Line, { isPaginated, random, texts }: SessionPlan, role: 'user' | 'assistant'): void {
  const text = texts.prose(random.longTail(80, 6000));
  const part = role === 'user' ? 'input_text' : 'output_text';
  line('response_item', { type: 'message', role, content: [{ type: part, text }] });
  const kind = role === 'user' ? 'UserMessage' : 'AgentMessage';
  if (isPaginated)
    line('event_msg', { type: 'item_completed', item: { type: kind, content: [{ type: 'Text', text }] } });
  else line('event_msg', { type: role === 'user' ? 'user_message' : 'agent_message', message: text });
}

const NOTHING = {
  input_tokens: 0,
  cached_input_tokens: 0,
  output_tokens: 0,
  reasoning_output_tokens: 0,
  total_tokens: 0,
};

function addRequest(
  line: Line,
  { id, isPaginated, repeats, random, texts, truth }: SessionPlan,
  total: typeof NOTHING,
  turn: string,
) {
  const callId = `call_${random.hex(24)}`;
  const summary = random.chance(0.5) ? [{ type: 'summary_text', text: texts.prose(random.longTail(40, 400)) }] : [];
  line('response_item', {
    type: 'reasoning',
    summary,
    encrypted_content: texts.base64(random.longTail(600, 9000)),
  });
  const cmd = texts.output(random.longTail(30, 900));
  const command = JSON.stringify({ cmd, yield_time_ms: 1000 });
  line('response_item', { type: 'function_call', name: 'exec_command', arguments: command, call_id: callId });
  const output = texts.output(random.longTail(250, 20_000));
  if (isPaginated) line('event_msg', { type: 'item_completed', turn_id: turn, item: commandItem(callId, cmd, output) });
  line('response_item', { type: 'function_call_output', call_id: callId, output });
  const input = random.between(4_000, 180_000);
  const written = random.between(40, 4_000);
  const last = {
    input_tokens: input,
    cached_input_tokens: Math.floor(input * random.next()),
    output_tokens: written,
    reasoning_output_tokens: Math.floor(written * random.next()),
    total_tokens: input + written,
  };
  for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += last[name];
  truth.requests += 1;
  truth.input += last.input_tokens;
  truth.cached += last.cached_input_tokens;
  truth.output += last.output_tokens;
  truth.reasoning += last.reasoning_output_tokens;
  const response = `resp_${random.hex(48)}`;
  const record = {
    thread_id: id,
    turn_id: turn,
    session_id: id,
    response_id: response,
    usage: last,
    thread_token_usage: total,
  };
  if (isPaginated) line('token_usage_record', record);
  const info = { total_token_usage: total, last_token_usage: last, model_context_window: 400_000 };
  const limits = { limit_id: 'codex', primary: { used_percent: 12.5, window_minutes: 300 }, secondary: null };
  line('event_msg', { type: 'token_count', info, rate_limits: limits });
  // Codex says it again when the call has ended.
  if (random.chance(0.5) && repeats) line('event_msg', { type: 'token_count', info, rate_limits: limits });
}
