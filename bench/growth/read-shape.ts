import { createEventReader, createMessageBuilder, createNdjsonMapper } from 'threadline';

/** Reads lines through everything that is made of events; gives the length of the longest of the shapes, as JSON. */
export function readShape(lines: readonly string[], isOutputWanted = false): number {
  const reader = createEventReader();
  const builder = createMessageBuilder();
  const mapper = createNdjsonMapper();
  const lengths = { events: 0, ndjson: 0, messages: 0 };
  const add = (shape: keyof typeof lengths, value: unknown) => {
    if (isOutputWanted) lengths[shape] += JSON.stringify(value).length;
  };
  const take = (outcomes: ReturnType<typeof reader.push>) => {
    for (const outcome of outcomes) {
      if (!outcome.ok) continue;
      for (const event of outcome.events) {
        add('events', event);
        builder.push(event);
        for (const line of mapper.push(event)) add('ndjson', line);
      }
    }
  };
  for (const line of lines) take(reader.push(`${line}\n`));
  take(reader.end());
  builder.end();
  for (const line of mapper.end()) add('ndjson', line);
  for (const { _original, ...message } of builder.messages) add('messages', message);
  return Math.max(...Object.values(lengths));
}
