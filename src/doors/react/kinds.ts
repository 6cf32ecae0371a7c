import type { RowKind } from '../../core/writers/rows/row.ts';
import type { IconName } from './icon.tsx';

/** The face of a kind: its name, its glyph and its colour, the same everywhere. */
export interface KindFace {
  name: string;
  icon: IconName;
  colour: string;
}

const kindFaces: Readonly<Record<RowKind, KindFace>> = {
  prompt: { name: 'You', icon: 'user', colour: 'var(--k-user)' },
  context: { name: 'Context', icon: 'box', colour: 'var(--text-3)' },
  answer: { name: 'Answer', icon: 'list', colour: 'var(--k-text)' },
  reasoning: { name: 'Reasoning', icon: 'think', colour: 'var(--k-reason)' },
  command: { name: 'Command', icon: 'terminal', colour: 'var(--k-cmd)' },
  change: { name: 'Change', icon: 'file', colour: 'var(--k-file)' },
  plan: { name: 'Plan', icon: 'plan', colour: 'var(--k-plan)' },
  mcp: { name: 'MCP', icon: 'plug', colour: 'var(--k-mcp)' },
  tool: { name: 'Tool', icon: 'plug', colour: 'var(--k-tool)' },
  web: { name: 'Web', icon: 'globe', colour: 'var(--k-web)' },
  agent: { name: 'Sub-agent', icon: 'fork', colour: 'var(--k-agent)' },
  image: { name: 'Image', icon: 'image', colour: 'var(--text-2)' },
  divider: { name: 'Mark', icon: 'fork', colour: 'var(--text-3)' },
  error: { name: 'Error', icon: 'warn', colour: 'var(--bad)' },
  problem: { name: 'Bad line', icon: 'warn', colour: 'var(--warn)' },
  unknown: { name: 'Unknown kind', icon: 'warn', colour: 'var(--warn)' },
};

/** An unknown kind, which a newer server may send, is shown as unknown, not dropped. */
export function faceOf(kind: string): KindFace {
  return Object.hasOwn(kindFaces, kind) ? kindFaces[kind as RowKind] : kindFaces.unknown;
}
