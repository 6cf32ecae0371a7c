import type { UnifiedMessage } from '../../messages/message.ts';
import { createRunMessages } from '../../run/run-messages.ts';
import type { WireName } from '../../wires/wire.ts';
import { createSettledMessages } from './settled-messages.ts';
import type { ConvertTarget, TargetContext } from './targets.ts';

/** What agents keep on disk: a turn in it may be taken back by a later line, so nothing is settled before its end. */
const STORED: ReadonlySet<WireName | undefined> = new Set(['codex-rollout', 'claude-project', 'gemini-chat']);

/** One UnifiedMessage per line, each once. What an agent prints comes out as it settles. */
export function createMessagesTarget({ options, writeLine, problems, wire }: TargetContext): ConvertTarget {
  const builder = createRunMessages(options);
  const settled = createSettledMessages();
  let lastLine = 0;

  function writeAll(messages: readonly UnifiedMessage[]): void {
    for (const message of messages) {
      if (writeLine(message)) continue;
      problems.add(lastLine, { code: 'too-deep', message: `the message ${message.id} is nested too deeply` });
    }
  }

  return {
    write(outcome) {
      lastLine = outcome.line;
      problems.addOutcome(outcome);
      if (!outcome.ok) return;
      for (const event of outcome.events) {
        const changed = builder.push(event);
        if (!STORED.has(wire())) writeAll(settled.push(event, changed));
      }
    },
    end() {
      const last = builder.end();
      writeAll(STORED.has(wire()) ? builder.messages : settled.end(last));
    },
  };
}
