import type { UnifiedMessage } from './message.ts';

/**
 * Puts the messages of sub-agents under the calls that started them: each message with a `parent` after the one that
 * holds this `tool_use`, in its own order. If no message holds it, they stand together before the person's next prompt
 * after they began, else at the end.
 */
export function nestMessages(messages: readonly UnifiedMessage[]): UnifiedMessage[] {
  const groups = new Map<string, UnifiedMessage[]>();
  const roots: UnifiedMessage[] = [];
  for (const message of messages) {
    if (message.parent === undefined) roots.push(message);
    else if (!groups.get(message.parent)?.push(message)) groups.set(message.parent, [message]);
  }
  if (groups.size === 0) return roots;
  const nested: UnifiedMessage[] = [];
  /** Groups that have no other place. The first to begin comes last. */
  const strays = straysOf(messages, groups);

  /** No recursion: agents that start agents may be many. No group is taken twice, so a circle ends. */
  function addAll(first: readonly UnifiedMessage[]): void {
    const waiting = first.toReversed();
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      nested.push(next);
      for (const block of next.content.toReversed()) {
        const group = block.type === 'tool_use' ? takeGroup(block.id) : [];
        for (const message of group.toReversed()) waiting.push(message);
      }
    }
  }

  function takeGroup(parent: string): UnifiedMessage[] {
    const group = groups.get(parent) ?? [];
    groups.delete(parent);
    return group;
  }

  for (const root of roots) {
    if (root.role === 'user') addStraysBefore(root.timestamp);
    addAll([root]);
  }
  addStraysBefore(Number.POSITIVE_INFINITY);
  // Agents that name each other as parents hang on nothing.
  for (const parent of [...groups.keys()]) addAll(takeGroup(parent));
  return nested;

  function addStraysBefore(time: number): void {
    for (let stray = strays.at(-1); stray && stray.begun < time; stray = strays.at(-1)) {
      strays.pop();
      addAll(takeGroup(stray.parent));
    }
  }
}

/** The groups whose call is in no message. The last to begin comes first. */
function straysOf(messages: readonly UnifiedMessage[], groups: ReadonlyMap<string, readonly UnifiedMessage[]>) {
  const calls = new Set<string>();
  for (const { content } of messages) for (const block of content) if (block.type === 'tool_use') calls.add(block.id);
  return [...groups]
    .filter(([parent]) => !calls.has(parent))
    .map(([parent, [first]]) => ({ parent, begun: first?.timestamp ?? 0 }))
    .sort((left, right) => right.begun - left.begun);
}
