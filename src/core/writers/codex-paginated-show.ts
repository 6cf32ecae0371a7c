import type { JsonObject } from '../lines/json.ts';
import { mcpParts } from '../tools/tool-names.ts';
import { exitCode } from './codex-calls.ts';
import { patchChange } from './codex-legacy-show.ts';
import type { CodexShow, ShowPlace } from './codex-rollout-writer.ts';

/** Finished items, as newer versions of Codex keep them: all that legacy events show, commands and any other call. */
export function paginatedShow(place: ShowPlace): CodexShow {
  function finished(item: JsonObject): JsonObject {
    return {
      type: 'item_completed',
      thread_id: place.threadId,
      turn_id: place.turnId(),
      item,
      completed_at_ms: place.now(),
    };
  }

  return {
    user(text, images) {
      const content: object[] = text === '' ? [] : [{ type: 'text', text, text_elements: [] }];
      for (const image_url of images) content.push({ type: 'image', image_url });
      return finished({ type: 'UserMessage', id: place.nextId(), content });
    },
    agent: (text) => finished({ type: 'AgentMessage', id: place.nextId(), content: [{ type: 'Text', text }] }),
    thinking: (text) => finished({ type: 'Reasoning', id: place.nextId(), summary_text: [text], raw_content: [] }),
    call(call, { kind, patch }) {
      const { id, name, input, output, isError } = call;
      const status = isError ? 'failed' : 'completed';
      if (kind === 'command') {
        return finished({
          type: 'CommandExecution',
          id,
          command: ['/bin/bash', '-lc', String(input.command)],
          cwd: `file://${encodeURI(place.cwd)}`,
          parsed_cmd: [],
          source: 'agent',
          status,
          aggregated_output: output,
          exit_code: isError ? exitCode(output) : 0,
          duration: { secs: 0, nanos: 0 },
        });
      }
      if (kind === 'patch' && patch) {
        const { path } = patch.change;
        return finished({ type: 'FileChange', id, status, changes: { [path]: patchChange(patch.change) } });
      }
      const mcp = kind === 'mcp' ? mcpParts(name) : undefined;
      if (mcp) {
        const outcome = isError
          ? { error: { message: output } }
          : { result: { content: [{ type: 'text', text: output }] } };
        return finished({ type: 'McpToolCall', id, ...mcp, arguments: input, status, ...outcome });
      }
      return finished({
        type: 'DynamicToolCall',
        id,
        tool: name,
        arguments: input,
        status,
        content_items: [{ type: 'inputText', text: output }],
        success: !isError,
      });
    },
  };
}
