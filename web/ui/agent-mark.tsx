import { useAgents } from '../stores/agents.ts';

/** The agent as two letters, with its name for readers who do not see them. */
export function AgentMark({ agent }: { agent: string }) {
  const { title, letters, light, dark } = useAgents().markOf(agent);
  const colour = light !== undefined && dark !== undefined ? `light-dark(${light}, ${dark})` : undefined;
  return (
    <span className={colour ? 'agent coloured' : 'agent'} style={colour ? { color: colour } : undefined} title={title}>
      <span aria-hidden="true">{letters}</span>
      <span className="screen-reader">{title}</span>
    </span>
  );
}
