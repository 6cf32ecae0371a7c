import { acpForm } from '../wires/acp/form.ts';
import type { AgentWires } from '../wires/agent-wires.ts';
import { atifForm } from '../wires/atif/form.ts';
import { agentForms, markedWires } from '../wires/forms.ts';
import { promptLogForm } from '../wires/prompt-log/form.ts';
import { type Wire, type WireForm, wireNamed } from '../wires/wire.ts';

/** A wire whose lines can be recognised, and whose reader is loaded when one of them comes. */
export interface LoadableWire extends WireForm {
  load(): Promise<Wire>;
}

/** The wires of these agents, and threadline's own, in the order of `allWires`. Those that a caller gave are loaded. */
export function loadableWires(agents?: readonly AgentWires[]): readonly (Wire | LoadableWire)[] {
  const others = [
    ...loadable([promptLogForm], async () => [(await import('../wires/prompt-log/wire.ts')).promptLog]),
    ...loadable([atifForm], async () => [(await import('../wires/atif/wire.ts')).atif]),
    ...loadable([acpForm], async () => [(await import('../wires/acp/wire.ts')).acp]),
  ];
  return [...markedWires, ...others, ...(agents?.flatMap(({ wires }) => wires) ?? ofAllAgents())];
}

function ofAllAgents(): LoadableWire[] {
  return [
    ...loadable(agentForms.pi, async () => (await import('../wires/agents/pi.ts')).pi.wires),
    ...loadable(agentForms.kimi, async () => (await import('../wires/agents/kimi.ts')).kimi.wires),
    ...loadable(
      agentForms.codexAppServer,
      async () => (await import('../wires/agents/codex-app-server.ts')).codexAppServer.wires,
    ),
    ...loadable(
      agentForms.codexStream,
      async () => (await import('../wires/agents/codex-stream.ts')).codexStream.wires,
    ),
    ...loadable(agentForms.codex, async () => (await import('../wires/agents/codex.ts')).codex.wires),
    ...loadable(agentForms.gemini, async () => (await import('../wires/agents/gemini.ts')).gemini.wires),
    ...loadable(agentForms.opencode, async () => (await import('../wires/agents/opencode.ts')).opencode.wires),
    ...loadable(agentForms.copilot, async () => (await import('../wires/agents/copilot.ts')).copilot.wires),
    ...loadable(agentForms.qwen, async () => (await import('../wires/agents/qwen.ts')).qwen.wires),
    ...loadable(
      agentForms.claudeControl,
      async () => (await import('../wires/agents/claude-control.ts')).claudeControl.wires,
    ),
    ...loadable(agentForms.claude, async () => (await import('../wires/agents/claude.ts')).claude.wires),
    ...loadable(agentForms.goose, async () => (await import('../wires/agents/goose.ts')).goose.wires),
    ...loadable(agentForms.cline, async () => (await import('../wires/agents/cline.ts')).cline.wires),
  ];
}

function loadable(forms: readonly WireForm[], loadAll: () => Promise<readonly Wire[]>): LoadableWire[] {
  return forms.map((form) => ({ ...form, load: async () => wireNamed(form.name, await loadAll()) }));
}
