import { createEventReader, createMessageBuilder, type ThreadEvent } from '../../src/index.ts';

/** Something said or called, by which a run as it was printed is found again in what was kept. */
export interface LiveBlock {
  /** The text, or the call's id, name and input, or the call's id and its result. */
  body: string;
  kind: 'text' | 'thinking' | 'tool_use' | 'tool_result';
}

function eventsOf(bytes: Uint8Array): ThreadEvent[] {
  const reader = createEventReader();
  return [...reader.push(bytes), ...reader.end()].flatMap((outcome) => (outcome.ok ? outcome.events : []));
}

/** Prompts, texts, calls and results, in order. Notices are not part of a conversation. */
function blocksIn(events: readonly ThreadEvent[]): LiveBlock[] {
  const builder = createMessageBuilder();
  for (const event of events) builder.push(event);
  builder.end();
  return builder.messages.flatMap(({ role, content }) =>
    role === 'system'
      ? []
      : content.flatMap((block): LiveBlock[] => {
          if (block.type === 'text') return [{ kind: 'text', body: `${role}: ${block.text}` }];
          if (block.type === 'thinking') return [{ kind: 'thinking', body: block.thinking }];
          if (block.type === 'tool_result') {
            return [{ kind: 'tool_result', body: `${block.tool_use_id} ${block.content}` }];
          }
          if (block.type !== 'tool_use') return [];
          return [{ kind: 'tool_use', body: `${block.id} ${block.name} ${JSON.stringify(block.input)}` }];
        }),
  );
}

/** The blocks of a run that no kept session has. */
export function notKept(live: Uint8Array, kept: readonly Uint8Array[]): { total: number; missing: LiveBlock[] } {
  const found = new Set(kept.flatMap((bytes) => blocksIn(eventsOf(bytes)).map(({ kind, body }) => `${kind} ${body}`)));
  const blocks = blocksIn(eventsOf(live));
  return { total: blocks.length, missing: blocks.filter(({ kind, body }) => !found.has(`${kind} ${body}`)) };
}
