import type {
  CallWarning,
  FinishPart,
  StreamPart,
  ToolApprovalRequestPart,
  ToolCallPart,
  ToolResultPart,
} from './stream-part.ts';

/** A whole answer (`LanguageModelV4GenerateResult`). */
export type GenerateResult = Omit<FinishPart, 'type'> & {
  content: GeneratedContent[];
  warnings: CallWarning[];
  response: { modelId?: string };
};

/** One part of an answer that was not streamed. */
export type GeneratedContent =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | ToolCallPart
  | ToolResultPart
  | ToolApprovalRequestPart;

/** Joins a stream of parts. Throws the error with which the agent failed. */
export async function collectParts(stream: ReadableStream<StreamPart>): Promise<GenerateResult> {
  const content: GeneratedContent[] = [];
  const blocks = new Map<string, { type: 'text' | 'reasoning'; text: string }>();
  let warnings: CallWarning[] = [];
  const response: { modelId?: string } = {};
  let error: unknown;
  let finish: FinishPart | undefined;

  function open(id: string, type: 'text' | 'reasoning'): void {
    const block = { type, text: '' };
    blocks.set(id, block);
    content.push(block);
  }

  function add(part: StreamPart): void {
    switch (part.type) {
      case 'stream-start':
        warnings = part.warnings;
        break;
      case 'response-metadata':
        response.modelId = part.modelId;
        break;
      case 'text-start':
        open(part.id, 'text');
        break;
      case 'reasoning-start':
        open(part.id, 'reasoning');
        break;
      case 'text-delta':
      case 'reasoning-delta': {
        const block = blocks.get(part.id);
        if (block) block.text += part.delta;
        break;
      }
      case 'tool-call':
      case 'tool-result':
      case 'tool-approval-request':
        content.push(part);
        break;
      case 'error':
        error = part.error;
        break;
      case 'finish':
        finish = part;
        break;
      default:
        break;
    }
  }

  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) add(next.value);
  if (!finish || finish.finishReason.unified === 'error') throw error ?? new Error('the agent did not finish');
  const { type: _type, ...end } = finish;
  return { ...end, content, warnings, response };
}
