import { jsonText } from '../../lines/json.ts';
import { unwrapShell } from '../../tools/shell-words.ts';
import { toolUses, webQuery, webTool } from './codex-tools.ts';
import { imageCall, itemCall, oneCall, toObject } from './item-calls.ts';
import { itemResult } from './item-results.ts';
import type { ToolVocabulary } from './vocabulary.ts';

/** Codex has its own tools for what Claude does, wraps commands in a shell and has its own words for web searches. */
export const codexVocabulary: ToolVocabulary = {
  call(item, cwd) {
    const { call } = item;
    // Codex's own calls are shown by what they did. This one is another agent's.
    if (call?.handed_over) return oneCall(call.name, toObject(call.input), `${call.name}\n${jsonText(call.input)}`);
    switch (item.type) {
      case 'command_execution': {
        const command = unwrapShell(item.command);
        return oneCall('Bash', { command }, command);
      }
      case 'web_search':
        return { uses: [webTool(item)], identity: webQuery(item) };
      case 'tool_call':
        return { uses: toolUses(item.name, item.input), identity: `${item.name}\n${jsonText(item.input)}` };
      case 'image': {
        const call = imageCall(item, item.purpose === 'view' ? 'view_image' : `image_${item.purpose}`);
        return { ...call, uses: call.uses.flatMap(({ name, input }) => toolUses(name, input)) };
      }
      default:
        return itemCall(item, cwd);
    }
  },
  result: itemResult,
};
