import { createEventReader, type ThreadEvent } from 'threadline';

/** What a model said in one request, by the events alone. */
export interface WantedAnswer {
  request: string;
  texts: string[];
  calls: { id: string; input: unknown }[];
}

/** The answers of a thread in order, if it names the request of all that its model said. Undefined if it does not. */
export function wantedAnswers(bytes: Uint8Array): WantedAnswer[] | undefined {
  const reader = createEventReader();
  const events = [...reader.push(bytes), ...reader.end()].flatMap((outcome) => (outcome.ok ? outcome.events : []));
  if (events.some(({ type }) => type === 'turn.withdrawn')) return undefined;
  if (hasCutText(events)) return undefined;
  const answers = new Map<string, WantedAnswer>();
  const seen = new Set<string>();
  let running: string | undefined;
  for (const event of events) {
    if (!isSaid(event)) continue;
    // What a script calls while it runs is not what the model wrote.
    if (running !== undefined && !event.item.call && 'status' in event.item) continue;
    if (event.item.call && event.type === 'item.started') running = event.item.id;
    else if (event.item.id === running) running = undefined;
    if (event.request_id === undefined) return undefined;
    const answer = answers.get(event.request_id) ?? { request: event.request_id, texts: [], calls: [] };
    answers.set(event.request_id, answer);
    addItem(answer, event, seen);
  }
  return answers.size === 0 ? undefined : [...answers.values()];
}

/** Pieces of an answer that was broken off and tried again: nothing tells where one ends. */
function hasCutText(events: readonly ThreadEvent[]): boolean {
  const whole = new Set(events.flatMap((event) => ('item' in event ? event.item.id : [])));
  return events.some((event) => event.type === 'item.delta' && !whole.has(event.item_id));
}

function addItem(
  answer: WantedAnswer,
  { type, item }: Extract<ThreadEvent, { item: object }>,
  seen: Set<string>,
): void {
  if (item.type === 'reasoning') return;
  if (item.type === 'agent_message') {
    if (type === 'item.completed' && item.text !== '') answer.texts.push(item.text);
    return;
  }
  // Every list of a plan is a call, though they are one item.
  const key = item.type === 'todo_list' ? JSON.stringify([item.id, item.call?.input ?? item.items]) : item.id;
  if (!seen.has(key)) {
    seen.add(key);
    answer.calls.push({ id: item.id, input: item.call?.input });
  }
}

function isSaid(event: ThreadEvent): event is Extract<ThreadEvent, { item: object }> {
  if (!('item' in event) || event.parent_item_id !== undefined) return false;
  return !['user_message', 'error', 'compaction', 'unknown'].includes(event.item.type);
}
