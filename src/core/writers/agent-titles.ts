import type { UnifiedMessage } from '../messages/message.ts';
import { agentNames } from '../wires/agent-names.ts';
import type { WriterOptions } from './writer.ts';

/** The name for people of the agent that wrote a message. */
export function agentTitles({ vocabularies = [] }: WriterOptions): (message: UnifiedMessage) => string {
  const titles = new Map<string, string>();
  for (const { name, title } of agentNames) titles.set(name, title);
  for (const entry of vocabularies) {
    // A registry other than ours may have all parts of an agent in one entry.
    if ('title' in entry && typeof entry.title === 'string') titles.set(entry.name, entry.title);
  }
  return ({ tool }) => titles.get(tool) ?? tool;
}
