import { acpForm } from './acp/form.ts';
import type { AgentWires } from './agent-wires.ts';
import { atifForm } from './atif/form.ts';
import { claudeControlForm } from './claude-control/form.ts';
import { claudeProjectForm } from './claude-project/form.ts';
import { claudeStreamForm } from './claude-stream/form.ts';
import { clineSessionForm } from './cline-session/form.ts';
import { clineStreamForm } from './cline-stream/form.ts';
import { clineTaskForm, clineTaskStreamForm } from './cline-task/form.ts';
import { codexAppServerForm } from './codex-app-server/form.ts';
import { codexExecForm } from './codex-exec/form.ts';
import { codexLegacyForm } from './codex-legacy/form.ts';
import { codexRolloutForm } from './codex-rollout/form.ts';
import { copilotEventsForm } from './copilot-events/form.ts';
import { copilotStreamForm } from './copilot-stream/form.ts';
import { geminiChatForm } from './gemini-chat/form.ts';
import { geminiStreamForm } from './gemini-stream/form.ts';
import { gooseRowsForm } from './goose-rows/form.ts';
import { gooseStreamForm } from './goose-stream/form.ts';
import { kimiStreamForm } from './kimi-stream/form.ts';
import { kimiWireForm } from './kimi-wire/form.ts';
import { opencodeEventsForm } from './opencode-events/form.ts';
import { opencodeExportForm } from './opencode-export/form.ts';
import { opencodeStoreForm } from './opencode-store/form.ts';
import { opencodeStreamForm } from './opencode-stream/form.ts';
import { piSessionForm } from './pi-session/form.ts';
import { promptLogForm } from './prompt-log/form.ts';
import { qwenChatForm } from './qwen-chat/form.ts';
import { qwenStreamForm } from './qwen-stream/form.ts';
import { threadlineEvents } from './threadline-events/wire.ts';
import { threadlineMessages } from './threadline-messages/wire.ts';
import { threadlineNdjson } from './threadline-ndjson/wire.ts';
import type { WireForm } from './wire.ts';

/** The forms of all wires of `agentWires`, by the module in `agents` that has their readers, in the same order. */
export const agentForms = {
  pi: [piSessionForm],
  kimi: [kimiStreamForm, kimiWireForm],
  codexAppServer: [codexAppServerForm],
  codexStream: [codexExecForm, codexLegacyForm],
  codex: [codexRolloutForm],
  gemini: [geminiStreamForm, geminiChatForm],
  opencode: [opencodeStreamForm, opencodeStoreForm, opencodeEventsForm, opencodeExportForm],
  copilot: [copilotStreamForm, copilotEventsForm],
  qwen: [qwenStreamForm, qwenChatForm],
  claudeControl: [claudeControlForm],
  claude: [claudeStreamForm, claudeProjectForm],
  goose: [gooseStreamForm, gooseRowsForm],
  cline: [clineStreamForm, clineSessionForm, clineTaskStreamForm, clineTaskForm],
} as const satisfies Record<string, readonly WireForm[]>;

/** The wires of threadline's own output. Any input may go on in it, so they are never loaded later. */
export const markedWires = [threadlineMessages, threadlineNdjson, threadlineEvents] as const;

/** The forms that these agents' lines may have, in the order in which they are asked. Defaults to ours. */
export function allForms(agents?: readonly AgentWires[]): readonly WireForm[] {
  const ofAgents: readonly WireForm[] = agents?.flatMap(({ wires }) => wires) ?? Object.values(agentForms).flat();
  return [...markedWires, promptLogForm, atifForm, acpForm, ...ofAgents];
}
