import { mcpParts } from '../tools/tool-names.ts';
import type { CodexShow, ShowPlace } from './codex-rollout-writer.ts';

/** Events beside the items, as every version of Codex knows them: texts, patches and MCP calls. */
export function legacyShow(place: ShowPlace): CodexShow {
  return {
    user: (message, images) => ({
      type: 'user_message',
      message,
      ...(images.length > 0 && { images: [...images] }),
    }),
    agent: (message) => ({ type: 'agent_message', message }),
    thinking: (text) => ({ type: 'agent_reasoning', text }),
    call({ id, name, input, output, isError }, { kind, patch }) {
      if (kind === 'patch' && patch) {
        return {
          type: 'patch_apply_end',
          call_id: id,
          turn_id: place.turnId(),
          stdout: isError ? '' : output,
          stderr: isError ? output : '',
          success: !isError,
          changes: { [patch.change.path]: patchChange(patch.change) },
          status: isError ? 'failed' : 'completed',
        };
      }
      const mcp = kind === 'mcp' ? mcpParts(name) : undefined;
      if (!mcp) return undefined;
      const result = isError ? { Err: output } : { Ok: { content: [{ type: 'text', text: output }] } };
      const invocation = { ...mcp, arguments: input };
      return { type: 'mcp_tool_call_end', call_id: id, invocation, duration: { secs: 0, nanos: 0 }, result };
    },
  };
}

/** A change in the form of Codex's events. */
export function patchChange(change: { kind: string; content?: string; diff?: string; movePath?: string }): object {
  if (change.kind === 'add') return { type: 'add', content: change.content ?? '' };
  return { type: 'update', unified_diff: change.diff ?? '', move_path: change.movePath ?? null };
}
