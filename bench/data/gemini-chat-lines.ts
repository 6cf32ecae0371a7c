import type { SessionPlan } from './claude-project-lines.ts';
import type { Random } from './random.ts';
import type { Texts } from './texts.ts';

const stopped = () => '2026-11-15T07:31:59.806Z';

/**
 * A chat of Gemini CLI as 0.52 and 0.61 write it: each response comes again when its tools are done, their results stand in
 * a message of their own besides, and after every message the header changes. Lengths follow the shared recordings.
 */
export function* geminiChatLines(
  random: Random,
  texts: Texts,
  { turns = 12, clock = stopped }: SessionPlan = {},
): Generator<string> {
  let count = 0;
  const nextId = () => {
    count += 1;
    return `${random.hex(8)}-${String(count).padStart(12, '0')}`;
  };
  let timestamp = clock();
  const touched = () => json({ $set: { lastUpdated: timestamp } });
  yield json({
    sessionId: nextId(),
    projectHash: random.hex(64),
    startTime: timestamp,
    lastUpdated: timestamp,
    kind: 'main',
  });
  for (let turn = 0; turn < turns; turn += 1) {
    timestamp = clock();
    yield json({ id: nextId(), timestamp, type: 'user', content: [{ text: texts.prose(random.longTail(80, 2000)) }] });
    yield touched();
    for (let step = 0; step < 6; step += 1) {
      timestamp = clock();
      const thoughts = random.chance(0.4)
        ? [{ subject: texts.prose(20), description: texts.prose(300), timestamp }]
        : [];
      const tokens = { input: 9000 + step, output: 120, cached: 4000, thoughts: 70, tool: 0, total: 9190 + step };
      const content = random.chance(0.5) ? texts.prose(random.longTail(60, 2500)) : '';
      const message = { id: nextId(), timestamp, type: 'gemini', content, thoughts, tokens, model: 'gemini-2.5-flash' };
      yield json(message);
      yield touched();
      const id = `run_shell_command__run_shell_command_${count}_0`;
      const output = texts.output(random.longTail(400, 12_000));
      const result = [
        { functionResponse: { id, name: 'run_shell_command', response: { output: `Output: ${output}` } } },
      ];
      const call = {
        id,
        name: 'run_shell_command',
        args: { command: texts.prose(60), description: texts.prose(40) },
        result,
        status: 'success',
        timestamp,
        resultDisplay: output,
        description: texts.prose(60),
        displayName: 'Shell',
        renderOutputAsMarkdown: false,
      };
      yield json({ ...message, toolCalls: [call] });
      yield json({ id: nextId(), timestamp, type: 'user', content: result });
      yield touched();
    }
  }
}

function json(value: object): string {
  return JSON.stringify(value);
}
