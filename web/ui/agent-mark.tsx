import { visibleLine } from '../../src/core/text/visible-text.ts';

const marks: Readonly<Record<string, string>> = { codex: 'cx', claude: 'cl', gemini: 'ge' };
const names: Readonly<Record<string, string>> = { codex: 'Codex', claude: 'Claude Code', gemini: 'Gemini CLI' };

/** The agent as two letters; its name is there for whoever does not see them. */
export function AgentMark({ agent }: { agent: string }) {
  return (
    <span className={`agent ${Object.hasOwn(marks, agent) ? agent : ''}`} title={agentName(agent)}>
      <span aria-hidden="true">{Object.hasOwn(marks, agent) ? marks[agent] : visibleLine(agent.slice(0, 2))}</span>
      <span className="screen-reader">{agentName(agent)}</span>
    </span>
  );
}

export function agentName(agent: string): string {
  return Object.hasOwn(names, agent) ? (names[agent] ?? agent) : visibleLine(agent);
}
