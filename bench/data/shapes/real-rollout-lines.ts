import { uuid } from '../exec-lines.ts';
import type { Random } from '../random.ts';
import { codexLengths as lengths, codexShares as shares } from './figures.ts';
import { createRealTexts, type RealTexts } from './real-texts.ts';

type Fields = { [key: string]: unknown };

/** Where a session stands: what its next line needs. */
interface Session {
  random: Random;
  texts: RealTexts;
  /** By an argument list, or by a text. */
  takesArguments: boolean;
  turnId: string;
  lines: number;
}

/** A session file of Codex with the shape of real ones: what stands in it, how often, how long. */
export function* realRolloutLines(random: Random): Generator<string> {
  const takesArguments = random.chance(shares.argumentLists);
  const texts = createRealTexts(random, shares.wide);
  const session: Session = { random, texts, takesArguments, turnId: uuid(random), lines: 0 };
  yield line(session, 'session_meta', {
    id: uuid(random),
    timestamp: timeOf(0),
    cwd: '/home/user/project',
    originator: 'codex_cli_rs',
    cli_version: takesArguments ? '0.50.0' : '0.107.0',
    instructions: texts.prose(lengths.instructions),
    source: 'cli',
    model_provider: 'openai',
    git: { commit_hash: random.hex(40), branch: 'main', repository_url: 'https://example.com/project.git' },
  });
  for (let turn = random.times(shares.turnsInFile); turn > 0; turn -= 1) yield* turnLines(session);
}

function* turnLines(session: Session): Generator<string> {
  const { random, texts, takesArguments } = session;
  session.turnId = uuid(random);
  const { turnId } = session;
  if (!takesArguments) yield event(session, 'task_started', { turn_id: turnId, model_context_window: 258_400 });
  const message = texts.prose(lengths.prompt);
  yield response(session, 'message', { role: 'user', content: [{ type: 'input_text', text: message }] });
  yield event(session, 'user_message', { message, images: [], local_images: [], text_elements: [] });
  for (let step = random.times(shares.stepsInTurn); step > 0; step -= 1) yield* stepLines(session);
  const last = texts.prose(lengths.answer);
  yield* answer(session, last);
  if (!takesArguments) yield event(session, 'task_complete', { turn_id: turnId, last_agent_message: last });
}

function* stepLines(session: Session): Generator<string> {
  const { random, texts } = session;
  for (let left = random.times(shares.contextsInStep); left > 0; left -= 1) yield context(session);
  if (random.chance(shares.reasoningInStep)) {
    const text = `**${texts.prose(lengths.reasoning)}**`;
    yield event(session, 'agent_reasoning', { text });
    const encrypted_content = texts.base64(lengths.encryptedReasoning);
    const summary = [{ type: 'summary_text', text }];
    yield response(session, 'reasoning', { summary, content: null, encrypted_content });
  }
  if (random.chance(shares.answerInStep)) yield* answer(session, texts.prose(lengths.answer));
  if (random.chance(shares.planInStep)) yield* plan(session);
  else if (random.chance(shares.patchInStep)) yield* patch(session);
  else yield* command(session);
  for (let left = random.times(shares.tokenCountsInStep); left > 0; left -= 1) yield tokenCount(session);
}

function* answer(session: Session, message: string): Generator<string> {
  yield event(session, 'agent_message', { message, phase: null });
  yield response(session, 'message', { role: 'assistant', content: [{ type: 'output_text', text: message }] });
}

function* command(session: Session): Generator<string> {
  const { random, texts, takesArguments } = session;
  const call_id = `call_${random.hex(24)}`;
  const asked = takesArguments
    ? { command: ['bash', '-lc', listedScript(session)], workdir: '/home/user/project' }
    : { cmd: typedScript(session), yield_time_ms: 1000 };
  const name = takesArguments ? 'shell' : 'exec_command';
  yield response(session, 'function_call', { name, arguments: JSON.stringify(asked), call_id });
  const printed = texts.code(lengths.output);
  const output = takesArguments
    ? JSON.stringify({ output: printed, metadata: { exit_code: 0, duration_seconds: 0.1 } })
    : `Chunk ID: ${random.hex(6)}\nWall time: 0.0521 seconds\nProcess exited with code 0\nOriginal token count: 77\nOutput:\n${printed}`;
  yield response(session, 'function_call_output', { call_id, output });
}

function listedScript({ random, texts }: Session): string {
  if (!random.chance(shares.heredocInArguments)) return `sed -n 1,80p ${texts.code(lengths.shortCommand)}`;
  if (!random.chance(shares.patchInHeredoc)) return texts.heredoc(lengths.heredoc);
  return `apply_patch <<'PATCH'\n${texts.patch(lengths.heredoc)}\nPATCH\n`;
}

function typedScript({ random, texts }: Session): string {
  if (random.chance(shares.heredocInText)) return texts.heredoc(lengths.execHeredoc);
  return `rg -n ${texts.code(lengths.shortCommand)}`;
}

function* patch(session: Session): Generator<string> {
  const { random, texts } = session;
  const call_id = `call_${random.hex(24)}`;
  const input = texts.patch(lengths.patch);
  yield response(session, 'custom_tool_call', { status: 'completed', call_id, name: 'apply_patch', input });
  const output = `Success. Updated the following files:\nM ${texts.code(lengths.patchAnswer)}`;
  const metadata = { exit_code: 0, duration_seconds: 0 };
  yield response(session, 'custom_tool_call_output', { call_id, output: JSON.stringify({ output, metadata }) });
}

function* plan(session: Session): Generator<string> {
  const call_id = `call_${session.random.hex(24)}`;
  const steps = [1, 2, 3, 4].map(() => ({ step: session.texts.prose(lengths.reasoning), status: 'pending' }));
  yield response(session, 'function_call', {
    name: 'update_plan',
    arguments: JSON.stringify({ plan: steps }),
    call_id,
  });
  yield response(session, 'function_call_output', { call_id, output: 'Plan updated' });
}

function context(session: Session): string {
  const { texts, turnId, takesArguments } = session;
  const user_instructions = texts.prose(lengths.developerInstructions);
  return line(session, 'turn_context', {
    ...(!takesArguments && { turn_id: turnId }),
    cwd: '/home/user/project',
    approval_policy: 'on-request',
    sandbox_policy: { type: 'workspace-write', network_access: false, exclude_tmpdir_env_var: false },
    model: 'gpt-5.2-codex',
    ...(!takesArguments && { personality: 'pragmatic', user_instructions }),
    summary: 'auto',
  });
}

function tokenCount(session: Session): string {
  const { random } = session;
  const counts = (): Fields => {
    const input_tokens = random.between(4000, 900_000);
    return {
      input_tokens,
      cached_input_tokens: input_tokens >> 1,
      output_tokens: 500,
      reasoning_output_tokens: 64,
      total_tokens: input_tokens + 500,
    };
  };
  const limit = (window_minutes: number) => ({ used_percent: 63, window_minutes, resets_at: 1_773_107_517 });
  return event(session, 'token_count', {
    info: { total_token_usage: counts(), last_token_usage: counts(), model_context_window: 258_400 },
    rate_limits: { limit_id: 'codex', primary: limit(300), secondary: limit(10_080), credits: null, plan_type: null },
  });
}

function event(session: Session, type: string, fields: Fields): string {
  return line(session, 'event_msg', { type, ...fields });
}

function response(session: Session, type: string, fields: Fields): string {
  return line(session, 'response_item', { type, ...fields });
}

function line(session: Session, type: string, payload: Fields): string {
  session.lines += 1;
  return JSON.stringify({ timestamp: timeOf(session.lines), type, payload });
}

function timeOf(lines: number): string {
  return new Date(1_773_100_000_000 + lines * 1370).toISOString();
}
