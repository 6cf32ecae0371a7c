import type { JsonObject } from '../../lines/json.ts';
import type { ThreadItem } from '../../thread/item.ts';
import { sentencesIn } from '../../tools/words-in.ts';
import type { CurrentRecord } from './record.ts';
import { compactionMark } from './shapes/compactions.ts';
import { collabEnd, dynamicEnd, mcpEnd } from './shapes/ended-calls.ts';
import { finishedCollabCall, finishedCommand, finishedMcpCall, finishedPatch } from './shapes/finished-calls.ts';
import { readGeneratedImage } from './shapes/generated-images.ts';
import { callOutput, dynamicCall, extensionCall, hookPrompt, imageView, planCall } from './shapes/turn-items.ts';
import { readWebSearch } from './shapes/web-searches.ts';
import type { Telling } from './weave/twins.ts';
import type { Weave } from './weave/weave.ts';

/** Kinds that are not part of the conversation, or that only announce what another record has in full. */
const BOOKKEEPING = new Set([
  ...['agent_reasoning_section_break', 'background_event', 'collab_agent_interaction_begin'],
  ...['collab_agent_spawn_begin', 'collab_close_begin', 'collab_resume_begin', 'collab_waiting_begin'],
  ...['deprecation_notice', 'dynamic_tool_call_request', 'exec_command_begin', 'guardian_assessment'],
  ...['image_generation_begin', 'item_started', 'mcp_tool_call_begin', 'model_reroute', 'patch_apply_begin'],
  ...['plan_update', 'session_configured', 'shutdown_complete', 'sub_agent_activity', 'SubAgentActivity'],
  ...['thread_goal_updated', 'thread_name_updated', 'turn_diff', 'undo_completed', 'undo_started'],
  ...['view_image_tool_call', 'web_search_begin'],
]);

/** Those of them that say something to the person. */
const NOTICES = new Set([
  ...['background_event', 'deprecation_notice', 'entered_review_mode', 'exited_review_mode', 'guardian_assessment'],
  ...['model_reroute', 'thread_goal_updated', 'thread_name_updated', 'undo_completed'],
]);

/** Reads what more than one form of record tells: events, finished items, items of a response. */
export type ToldReader = ReturnType<typeof createToldReader>;

export function createToldReader(record: CurrentRecord, weave: Weave) {
  /** `source` is the record itself or, for a finished item, the item in it. False for a kind that is not known. */
  function read(source: JsonObject, telling: Telling): boolean {
    // The turn of a finished item is that of its event.
    const isItem = source !== telling.data;
    const ownTurn = typeof source.turn_id === 'string' ? source.turn_id : undefined;
    const turnId = isItem ? telling.turnId : ownTurn;
    switch (kindOf(source, telling)) {
      case 'web_search_call':
      case 'web_search_end':
      case 'WebSearch':
        weave.twins.webSearch(readWebSearch(source, record), { ...telling, turnId });
        return true;
      case 'image_generation_call':
      case 'image_generation_end':
      case 'ImageGeneration':
        weave.twins.image(readGeneratedImage(source, record), { ...telling, turnId });
        return true;
      case 'context_compacted':
      case 'ContextCompaction':
        weave.twins.compaction('mark', compactionMark(source, record), telling);
        return true;
      case 'entered_review_mode':
      case 'EnteredReviewMode':
        weave.turns.enterReview(turnId);
        giveContext(telling);
        return true;
      case 'exited_review_mode':
      case 'ExitedReviewMode':
        giveContext(telling);
        weave.turns.leaveReview();
        return true;
    }
    // What shows a handed-over call says less than the call itself.
    if (BOOKKEEPING.has(telling.kind) || record.facts.isHandedOver) {
      giveContext(telling);
      return true;
    }
    const item = endedCall(telling.kind, source);
    if (!item) return false;
    if (isItem && ownTurn !== undefined) item.extra = { ...item.extra, turn_id: ownTurn };
    // The call's output has the picture. This only says that it was viewed.
    if (item.type === 'image' && weave.calls.find(item.id)) giveContext(telling, item.id);
    else weave.calls.finish(item, turnId, telling.extra);
    return true;
  }

  /** The item of a call that ended (formats/codex.md, section 3.6). */
  function endedCall(kind: string, source: JsonObject): ThreadItem | undefined {
    switch (kind) {
      case 'exec_command_end':
      case 'CommandExecution':
        return finishedCommand(source, record);
      case 'patch_apply_end':
      case 'FileChange':
        return finishedPatch(source, record);
      case 'mcp_tool_call_end':
        return mcpEnd(source, record);
      case 'McpToolCall':
        return finishedMcpCall(source, record);
      case 'dynamic_tool_call_response':
        return dynamicEnd(source, record);
      case 'DynamicToolCall':
        return dynamicCall(source, record);
      case 'collab_agent_spawn_end':
        return collabEnd('spawn_agent', source, record, weave.calls.find);
      case 'collab_agent_interaction_end':
        return collabEnd('send_input', source, record, weave.calls.find);
      case 'collab_waiting_end':
        return collabEnd('wait', source, record, weave.calls.find);
      case 'collab_close_end':
        return collabEnd('close_agent', source, record, weave.calls.find);
      case 'collab_resume_end':
        return collabEnd('resume_agent', source, record, weave.calls.find);
      case 'CollabAgentToolCall':
        return finishedCollabCall(source, record);
      case 'FunctionCallOutput':
        return callOutput(source, record);
      case 'ImageView':
        return imageView(source, record);
      case 'Plan':
        return planCall(source, record);
      case 'HookPrompt':
        return hookPrompt(source, record);
      case 'Extension':
        return extensionCall(source, record);
      default:
        return undefined;
    }
  }

  /** Gives a record that tells nothing of the conversation. */
  function giveContext({ kind, data }: Telling, itemId?: string): void {
    const event = record.context(kind, data, itemId);
    const text = NOTICES.has(kind) ? sentencesIn(data) : '';
    if (text !== '') event.text = text;
    weave.turns.give(event);
  }

  return { read, giveContext };
}

/** Two extensions are kinds of their own in other files. */
function kindOf({ kind }: JsonObject, telling: Telling): string {
  if (telling.kind !== 'Extension') return telling.kind;
  if (kind === 'web.search') return 'WebSearch';
  return kind === 'image_gen.generation' ? 'ImageGeneration' : telling.kind;
}
