import type { UnifiedMessage } from '../../../core/messages/message.ts';
import { createMessageBuilder } from '../../../core/messages/message-builder.ts';
import { amount } from '../../../core/text/amount.ts';
import type { ThreadEvent } from '../../../core/thread/event.ts';
import type { Outcome } from '../../../core/thread/outcome.ts';
import { storeOf } from '../../../machine/sessions/homes.ts';
import { loadSubAgents } from '../../../machine/sessions/load-sub-agents.ts';
import type { SessionInfo } from '../../../machine/sessions/session-info.ts';
import { createStartedAgents } from '../../../machine/sessions/started-agents.ts';
import type { HomesContext } from '../agents.ts';
import { report } from '../report.ts';

/** Finds the agents that a session started and that have files of their own, for a shape that holds them. */
export interface EmbeddedAgents {
  /** Takes what the session itself says. */
  see(outcomes: readonly Outcome[]): void;
  /** Reads the files. Each event comes as one of a sub-agent's. */
  read(add: (outcome: Outcome) => void): Promise<void>;
}

export function createEmbeddedAgents(info: SessionInfo, options: HomesContext & { all?: boolean | undefined }) {
  const { agents, homes, all } = options;
  const messages = { all, original: false, vocabularies: agents };
  const builder = createMessageBuilder({ ...messages, agents: true });
  const started = createStartedAgents(storeOf(info, { agents }));
  /** The items behind calls, by the ids that messages give to calls. */
  const items = new Map<string, string>();

  function name(event: ThreadEvent, changed: readonly UnifiedMessage[]): void {
    if (!('item' in event)) return;
    for (const { content } of changed)
      for (const block of content) if (block.type === 'tool_use') items.set(block.id, event.item.id);
  }

  /** An event under the item that started its agent. */
  function placed(event: ThreadEvent): ThreadEvent {
    const item = event.parent_item_id === undefined ? undefined : items.get(event.parent_item_id);
    return item === undefined ? event : { ...event, parent_item_id: item };
  }

  const made: EmbeddedAgents = {
    see(outcomes) {
      for (const outcome of outcomes)
        for (const event of outcome.ok ? outcome.events : []) {
          const changed = builder.push(event);
          started.add(event, changed);
          name(event, changed);
        }
    },
    async read(add) {
      const found = await loadSubAgents(info, started, {
        homes,
        agents,
        messages,
        onEvent(event, changed) {
          name(event, changed);
          add({ ok: true, line: event.line ?? 0, offset: 0, events: [placed(event)], problems: [] });
        },
      });
      if (found.omitted > 0)
        report(`${info.path}: ${amount(found.omitted, 'agent')} that it started could not be read`);
    },
  };
  return made;
}
