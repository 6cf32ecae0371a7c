import * as coreLimits from '../../../limits/core.ts';
import type { ImageContent, ToolResultContent, ToolUseContent, UnifiedMessage } from '../../messages/message.ts';
import { isDeeper } from '../depth.ts';
import { imageAddress } from '../image-address.ts';
import { imageName } from '../image-name.ts';
import { NO_RESULT } from '../no-result.ts';
import type { UiPart, UiToolPart } from './ui-message.ts';
import { sourcesOf } from './ui-sources.ts';

/** The parts of a message of either side. `isDenied` says that the person refused its calls. */
export function uiParts({ content, notes, id }: UnifiedMessage, isDenied: boolean): UiPart[] {
  const results = new Map<string, ToolResultContent>();
  for (const block of content) if (block.type === 'tool_result') results.set(block.tool_use_id, block);
  const parts: UiPart[] = [];
  for (const block of content) {
    if (block.type === 'text') parts.push({ type: 'text', text: block.text, state: 'done' });
    else if (block.type === 'thinking') parts.push({ type: 'reasoning', text: block.thinking, state: 'done' });
    else if (block.type === 'tool_use') {
      const result = results.get(block.id);
      parts.push(toolPart(block, result, isDenied));
      if (!isDenied) parts.push(...sourcesOf(block, result));
    }
    if (block.type === 'image') parts.push(imagePart(block));
  }
  for (const [index, note] of (notes ?? []).entries())
    parts.push({ type: 'data-note', id: `${id}.note.${index + 1}`, data: note });
  return parts;
}

function toolPart(use: ToolUseContent, result: ToolResultContent | undefined, isDenied: boolean): UiToolPart {
  const input = isDeeper(use.input, coreLimits.maxWrittenDepth) ? {} : use.input;
  const call = { type: 'dynamic-tool', toolName: use.name, toolCallId: use.id, input } as const;
  if (!result) return { ...call, state: 'output-error', errorText: NO_RESULT };
  if (isDenied) {
    const approval = { id: `approval.${use.id}`, approved: false, reason: result.content } as const;
    return { ...call, state: 'output-denied', approval };
  }
  if (result.is_error) return { ...call, state: 'output-error', errorText: result.content };
  return { ...call, state: 'output-available', output: result.content };
}

/** A front end cannot open a path of the machine that the agent ran on, and the SDK takes no address that is none. */
function imagePart(image: ImageContent): UiPart {
  const address = imageAddress(image);
  if (address) return { type: 'file', mediaType: address.mediaType, url: address.url };
  return { type: 'data-image', data: { name: imageName(image) } };
}
