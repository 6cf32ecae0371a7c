import type { Random } from './random.ts';
import type { Texts } from './texts.ts';

/** What a session is to be; by default a long one in which no time passes. */
export interface SessionPlan {
  sessionId?: string;
  cwd?: string;
  turns?: number;
  /** The time of the next line. */
  clock?: () => string;
}

const stopped = () => '2026-11-15T07:31:59.806Z';

/**
 * A session of Claude Code as 2.1.150 and later write it: a line for each block of a message, its usage on each, a result
 * beside the CLI's own account of it, attachments and bookkeeping between them. Lengths follow the shared recordings.
 */
export function* claudeProjectLines(
  random: Random,
  texts: Texts,
  { sessionId = uuid(random), cwd = '/home/user/project', turns = 12, clock = stopped }: SessionPlan = {},
): Generator<string> {
  const common = {
    isSidechain: false,
    userType: 'external',
    entrypoint: 'cli',
    cwd,
    sessionId,
    version: '2.1.240',
    gitBranch: 'main',
    slug: 'quiet-river',
  };
  let parentUuid: string | null = null;
  const next = () => {
    const place: { uuid: string; parentUuid: string | null; timestamp: string } = {
      uuid: uuid(random),
      parentUuid,
      timestamp: clock(),
    };
    parentUuid = place.uuid;
    return place;
  };
  const said = (id: string, requestId: string, content: object) => ({
    ...next(),
    ...common,
    type: 'assistant',
    requestId,
    message: {
      id,
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-5-5',
      content: [content],
      stop_reason: 'tool_use',
      stop_sequence: null,
      usage: {
        input_tokens: 12,
        cache_creation_input_tokens: 300,
        cache_read_input_tokens: 40_000,
        cache_creation: { ephemeral_5m_input_tokens: 300, ephemeral_1h_input_tokens: 0 },
        output_tokens: random.longTail(80, 2000),
        service_tier: 'standard',
      },
    },
  });

  const attached = (attachment: object) => json({ ...next(), ...common, type: 'attachment', attachment });

  yield json({ type: 'mode', mode: 'normal', sessionId });
  yield attached({ type: 'skill_listing', content: texts.prose(4700) });
  yield attached({ type: 'agent_listing_delta', addedLines: [texts.prose(1500)] });
  for (let turn = 0; turn < turns; turn += 1) {
    const promptId = uuid(random);
    const text = texts.prose(random.longTail(80, 2000));
    yield json({ ...next(), ...common, type: 'user', promptId, message: { role: 'user', content: text } });
    yield attached({ type: 'date', date: '2026-11-15' });
    for (let step = 0; step < 6; step += 1) {
      const [id, requestId] = [`msg_01${random.hex(22)}`, `req_011${random.hex(21)}`];
      if (random.chance(0.4)) {
        const thinking = texts.prose(random.longTail(200, 1500));
        yield json(said(id, requestId, { type: 'thinking', thinking, signature: random.hex(200) }));
      }
      if (random.chance(0.5)) {
        yield json(said(id, requestId, { type: 'text', text: texts.prose(random.longTail(60, 2500)) }));
      }
      const call = `toolu_01${random.hex(22)}`;
      const input = { command: texts.prose(60), description: texts.prose(40) };
      const use = said(id, requestId, { type: 'tool_use', id: call, name: 'Bash', input });
      yield json(use);
      const stdout = texts.output(random.longTail(400, 12_000));
      yield json({
        ...next(),
        ...common,
        type: 'user',
        promptId,
        message: {
          role: 'user',
          content: [{ tool_use_id: call, type: 'tool_result', content: stdout, is_error: false }],
        },
        toolUseResult: { stdout, stderr: '', interrupted: false, isImage: false, noOutputExpected: false },
        sourceToolAssistantUUID: use.uuid,
      });
    }
    yield json({ type: 'last-prompt', lastPrompt: text.slice(0, 80), leafUuid: parentUuid, sessionId });
  }
}

function uuid(random: Random): string {
  const digits = random.hex(32);
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join(
    '-',
  );
}

function json(value: object): string {
  return JSON.stringify(value);
}
