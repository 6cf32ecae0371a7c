import { createEventReader, createMessageBuilder, type ThreadEvent, type UnifiedMessage } from '../../src/index.ts';

/** One side of a run: the events, and the messages that they fold to. */
export interface Side {
  events: ThreadEvent[];
  blocks: Block[];
}

/** What is compared: something said, thought or called. Results are part of their call. */
export interface Block {
  id: string;
  role: UnifiedMessage['role'];
  kind: 'text' | 'thinking' | 'tool_use';
  /** Tool name. */
  name?: string;
  /** What must be equal: the text, the command, the file, the plan, the query, the prompt. */
  body: string;
  /** A file of a patch, which may be a `Bash` that deletes it. */
  isFileChange?: boolean;
  result?: { text: string; isError: boolean };
  /** Between which events it was under way: what overlaps is one parallel group. */
  began: number;
  ended: number;
  /** How many counts of tokens came before it: blocks with the same number belong to one response of the model. */
  response: number;
}

/** Reads a recording and folds it into blocks, its notices (role system) and typed prompts left out. */
export function readSide(bytes: Uint8Array, firstTurn: number): Side {
  const reader = createEventReader();
  const events = [...reader.push(bytes), ...reader.end()].flatMap((outcome) => (outcome.ok ? outcome.events : []));
  const builder = createMessageBuilder({ firstTurn });
  const spans = new Map<string, Span>();
  let response = 0;
  events.forEach((event, at) => {
    if (event.type === 'token_count') response += 1;
    for (const { id } of builder.push(event)) {
      const span = spans.get(id);
      if (span) span.ended = at;
      else spans.set(id, { began: at, ended: at, response });
    }
  });
  builder.end();
  const blocks = builder.messages
    .filter((message) => message.role === 'assistant')
    .flatMap((message) => {
      const span = spans.get(message.id) ?? { began: events.length, ended: events.length, response };
      return blocksOf(message, span);
    });
  return { events, blocks: joinThinking(blocks) };
}

type Span = Pick<Block, 'began' | 'ended' | 'response'>;

function blocksOf(message: UnifiedMessage, span: Span): Block[] {
  const blocks: Block[] = [];
  for (const block of message.content) {
    const common = { id: message.id, role: message.role, ...span };
    if (block.type === 'text') blocks.push({ ...common, kind: 'text', body: block.text });
    else if (block.type === 'thinking') blocks.push({ ...common, kind: 'thinking', body: block.thinking });
    else if (block.type === 'tool_use') {
      const made: Block = {
        ...common,
        id: block.id,
        kind: 'tool_use',
        name: block.name,
        body: bodyOf(block.name, block.input),
      };
      if (message._original && 'item' in message._original && isFileChange(message._original.item))
        made.isFileChange = true;
      const result = message.content.find((other) => other.type === 'tool_result' && other.tool_use_id === block.id);
      if (result?.type === 'tool_result') made.result = { text: result.content, isError: result.is_error };
      blocks.push(made);
    }
  }
  return blocks;
}

function isFileChange(item: unknown): boolean {
  return typeof item === 'object' && item !== null && 'type' in item && item.type === 'file_change';
}

/** The part of an input that the agent writes on both sides. */
function bodyOf(name: string, input: Record<string, unknown>): string {
  switch (name) {
    case 'Bash':
      return String(input.command);
    case 'Write':
    case 'Edit':
      return String(input.file_path);
    case 'TodoWrite':
      // A step that is in progress is never live: it is one that is not done.
      return JSON.stringify(
        (input.todos as { content: string; status: string }[]).map(({ content, status }) => [
          content,
          status === 'completed',
        ]),
      );
    case 'WebSearch':
      return String(input.query);
    case 'WebFetch':
      return JSON.stringify([input.url, input.pattern]);
    case 'Task':
      return JSON.stringify([input.description, input.prompt]);
    default:
      // MCP: server and tool are the name; arguments are not live in 0.44 to 0.50.
      return '';
  }
}

/** Reasoning that follows reasoning is one block: how it is cut differs between versions. */
function joinThinking(blocks: Block[]): Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (last?.kind === 'thinking' && block.kind === 'thinking' && last.id.split('.')[1] === block.id.split('.')[1]) {
      joined[joined.length - 1] = { ...last, body: `${last.body}\n${block.body}`, ended: block.ended };
    } else {
      joined.push(block);
    }
  }
  return joined;
}
