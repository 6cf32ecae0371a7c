import { uuid } from './exec-lines.ts';
import type { Random } from './random.ts';
import type { Texts } from './texts.ts';

/** `envelope` as Codex 0.44 to 0.145 writes session files, `paginated` as 0.149 and later do. */
export type RolloutShape = 'envelope' | 'paginated';

/**
 * The lines of one session file. Shapes, order within a turn and sizes follow the shared recordings; the number of
 * turns, the encrypted reasoning and the outputs are those of a long working session.
 */
export function* rolloutLines(random: Random, texts: Texts, shape: RolloutShape): Generator<string> {
  const session = createSession(random, texts, shape);
  yield session.meta();
  for (let turn = 0; turn < 6; turn += 1) yield* session.turn();
}

/** A line of a session file that holds one image, of about the given length. */
export function imageLine(texts: Texts, length: number): string {
  const image_url = `data:image/png;base64,${texts.base64(length)}`;
  const payload = { type: 'message', role: 'user', content: [{ type: 'input_image', image_url }] };
  return JSON.stringify({ timestamp: timestampAt(0), type: 'response_item', payload });
}

type Fields = { [key: string]: unknown };

function createSession(random: Random, texts: Texts, shape: RolloutShape) {
  const threadId = uuid(random);
  const isPaginated = shape === 'paginated';
  let ordinal = 0;
  let turnId = uuid(random);

  function line(type: string, payload: Fields, beside: Fields = {}): string {
    const timestamp = timestampAt(ordinal);
    const head = isPaginated ? { timestamp, ordinal, type } : { timestamp, type };
    ordinal += 1;
    return JSON.stringify({ ...head, payload, ...(isPaginated ? beside : {}) });
  }

  const event = (type: string, fields: Fields) => line('event_msg', { type, ...fields });

  function response(type: string, fields: Fields): string {
    const passed = isPaginated ? { internal_chat_message_metadata_passthrough: { turn_id: turnId } } : {};
    return line('response_item', { type, ...fields, ...passed }, { metadata: { client_authored: false } });
  }

  function itemCompleted(item: Fields): string {
    const at = 1_794_726_340_960 + ordinal;
    return event('item_completed', {
      thread_id: threadId,
      turn_id: turnId,
      item,
      started_at_ms: at,
      completed_at_ms: at,
    });
  }

  function meta(): string {
    return line('session_meta', {
      id: threadId,
      timestamp: timestampAt(0),
      cwd: '/home/user/project',
      originator: 'codex_exec',
      cli_version: isPaginated ? '0.166.0' : '0.115.0',
      source: 'exec',
      model_provider: 'openai',
      base_instructions: { text: texts.prose(isPaginated ? 21_600 : 14_200) },
    });
  }

  function* turn(): Generator<string> {
    turnId = uuid(random);
    yield event('task_started', { turn_id: turnId, model_context_window: 258_400, collaboration_mode_kind: 'default' });
    yield response('message', { role: 'developer', content: [{ type: 'input_text', text: texts.prose(5200) }] });
    yield line('turn_context', {
      turn_id: turnId,
      cwd: '/home/user/project',
      approval_policy: 'never',
      sandbox_policy: { type: 'danger-full-access' },
      model: 'gpt-5.5',
      collaboration_mode: { mode: 'default', settings: { model: 'gpt-5.5', reasoning_effort: null } },
      summary: 'detailed',
      truncation_policy: { mode: 'tokens', limit: 10_000 },
    });
    yield* userMessage(texts.prose(random.longTail(20, 3000)));
    for (let step = random.between(5, 10); step > 0; step -= 1) yield* commandStep();
    const last = texts.prose(random.longTail(100, 6000));
    yield* agentMessage(last);
    yield* tokens();
    yield event('task_complete', { turn_id: turnId, last_agent_message: last });
  }

  function* userMessage(text: string): Generator<string> {
    yield response('message', { role: 'user', content: [{ type: 'input_text', text }] });
    if (isPaginated) yield itemCompleted({ type: 'UserMessage', id: uuid(random), content: [{ type: 'text', text }] });
    else yield event('user_message', { message: text, images: [], local_images: [], text_elements: [] });
  }

  function* agentMessage(text: string): Generator<string> {
    const id = `msg_${random.hex(32)}`;
    if (isPaginated) yield itemCompleted({ type: 'AgentMessage', id, content: [{ type: 'Text', text }] });
    else yield event('agent_message', { message: text, phase: null });
    yield response('message', { role: 'assistant', content: [{ type: 'output_text', text }] });
  }

  /** Reasoning, a command, its output, and what it cost. */
  function* commandStep(): Generator<string> {
    const text = `**${texts.prose(20)}**\n\n${texts.prose(random.longTail(40, 1500))}`;
    const encrypted_content = texts.base64(random.longTail(900, 8000));
    if (isPaginated) yield itemCompleted({ type: 'Reasoning', id: `rs_${random.hex(32)}`, summary_text: [text] });
    else yield event('agent_reasoning', { text });
    yield response('reasoning', { summary: [{ type: 'summary_text', text }], content: null, encrypted_content });

    const cmd = texts.prose(random.longTail(12, 300));
    const call_id = `call_${random.hex(24)}`;
    const output = texts.output(random.longTail(200, 74_000));
    yield response('function_call', { name: 'exec_command', arguments: JSON.stringify({ cmd }), call_id });
    if (isPaginated) yield itemCompleted(commandItem(call_id, cmd, output));
    const report = `Wall time: 0.0000 seconds\nProcess exited with code 0\nOutput:\n${output}`;
    yield response('function_call_output', { call_id, output: report });
    yield* tokens();
  }

  function* tokens(): Generator<string> {
    const last_token_usage = counts();
    const total_token_usage = counts();
    const response_id = `resp_${random.hex(32)}`;
    if (isPaginated) {
      const usage = last_token_usage;
      yield line('token_usage_record', {
        thread_id: threadId,
        turn_id: turnId,
        response_id,
        usage,
        thread_token_usage: total_token_usage,
      });
    }
    yield event('token_count', {
      info: { total_token_usage, last_token_usage, model_context_window: 258_400 },
      rate_limits: {
        limit_id: 'codex',
        limit_name: null,
        primary: null,
        secondary: null,
        credits: null,
        plan_type: null,
      },
    });
  }

  function counts(): Fields {
    const input_tokens = random.between(4000, 900_000);
    const output_tokens = random.between(50, 20_000);
    return {
      input_tokens,
      cached_input_tokens: Math.floor(input_tokens * 0.8),
      output_tokens,
      reasoning_output_tokens: 64,
      total_tokens: input_tokens + output_tokens,
    };
  }

  return { meta, turn };
}

/** A command that ended, as the paginated form has it beside the model's own call. */
export function commandItem(id: string, cmd: string, aggregated_output: string): Fields {
  return {
    type: 'CommandExecution',
    id,
    process_id: '31517',
    command: ['/bin/bash', '-lc', cmd],
    cwd: 'file:///home/user/project',
    parsed_cmd: [{ type: 'unknown', cmd }],
    source: 'unified_exec_startup',
    status: 'completed',
    aggregated_output,
    exit_code: 0,
    duration: { secs: 0, nanos: 5247 },
  };
}

function timestampAt(ordinal: number): string {
  return new Date(1_794_726_340_000 + ordinal * 37).toISOString();
}
