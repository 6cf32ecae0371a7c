import * as coreLimits from '../../../limits/core.ts';
import { amount } from '../../text/amount.ts';
import { withoutAnsi } from '../../text/ansi.ts';
import { visibleLine } from '../../text/visible-text.ts';
import type { PageMessage } from '../page-messages.ts';
import { pathText } from '../page-words.ts';
import type { RowBlock, RowKind } from '../rows/row.ts';
import { type RowFace, rowFace } from '../rows/row-blocks.ts';
import { captionOf } from './caption.ts';
import { diffRuns, markdownRuns, plainRuns, type Run } from './runs.ts';

/** One step of a replay: what comes onto the page at once. Every string is text. */
export interface ReplayStep {
  kind: RowKind;
  turn: number;
  /** Whose it is, in words. */
  head: string;
  /** What happens, in one line. */
  caption: string;
  /** Milliseconds since 1970; absent if unknown. */
  time?: number;
  status?: string;
  /** It belongs to a sub-agent. */
  sub?: true;
  runs: Run[];
}

/** What a step leaves out, for the page to say. */
export interface LeftOut {
  texts: number;
  images: number;
}

/** The step of a message. */
export function stepOf(
  { message, item, turn }: PageMessage,
  agent: string,
  cwd: string | undefined,
  left: LeftOut,
): ReplayStep {
  const cut = (text: string) => {
    if (text.length <= coreLimits.maxReplayTextLength) return { text };
    left.texts += 1;
    const kept = text.slice(0, coreLimits.maxReplayTextLength);
    return { text: `${kept}\n… ${amount(text.length - kept.length, 'character')} left out` };
  };
  const face = rowFace(message, item, { cut, imageName: () => '' });
  const step: ReplayStep = {
    kind: face.kind,
    turn,
    head: face.kind === 'prompt' ? 'You' : face.kind === 'answer' ? agent : NAMES[face.kind],
    caption: visibleLine(captionOf(face, agent, cwd)),
    runs: face.blocks.flatMap((block) => blockRuns(block, face, cwd, left)),
  };
  if (message.timestamp > 0) step.time = message.timestamp;
  if (face.status !== undefined && face.status !== 'ok') step.status = face.status;
  if (message.parent !== undefined) step.sub = true;
  return step;
}

const NAMES: Readonly<Record<RowKind, string>> = {
  prompt: 'You',
  context: 'Context',
  answer: 'Answer',
  reasoning: 'Reasoning',
  command: 'Command',
  change: 'Change',
  plan: 'Plan',
  mcp: 'MCP',
  tool: 'Tool',
  web: 'Web',
  agent: 'Sub-agent',
  image: 'Image',
  divider: 'Mark',
  error: 'Error',
  problem: 'Bad line',
  unknown: 'Unknown kind',
};

const MARKS = { done: '☑', doing: '◐', open: '☐' } as const;

function blockRuns(block: RowBlock, { kind }: RowFace, cwd: string | undefined, left: LeftOut): Run[] {
  switch (block.type) {
    case 'markdown':
    case 'thinking':
      return markdownRuns(block.text.text);
    case 'plain':
      return plainRuns(block.text.text);
    case 'note':
      return plainRuns(`${block.kind.replaceAll('_', ' ')}: ${block.text.text}\n`, 'x');
    case 'command':
      return [
        ['s', `$ ${visibleLine(block.command.text)}\n`],
        ...plainRuns(withoutAnsi(block.output?.text ?? '').trimEnd(), 'c'),
        ...(block.exitCode ? plainRuns(`\nexit ${block.exitCode}`, 'x') : []),
      ];
    case 'diff':
      return [
        ['s', `${visibleLine(pathText(block.movePath ?? block.path, cwd))}\n`],
        ...(block.diff ? diffRuns(block.diff.text) : []),
      ];
    case 'plan':
      return block.items.flatMap(({ text, state }) =>
        plainRuns(`${MARKS[state]} ${text}\n`, state === 'done' ? 'x' : 'p'),
      );
    case 'call':
      return [
        ['s', `${visibleLine([block.server, block.tool].filter(Boolean).join(' · '))}\n`],
        ...plainRuns(block.input.text, 'c'),
        ...plainRuns(withoutAnsi(block.result ? `\n${block.result.text}` : ''), 'c'),
      ];
    case 'web':
      return [
        ...plainRuns([block.query, block.url].filter(Boolean).join('\n'), 's'),
        ...plainRuns(`\n${block.result?.text ?? ''}`),
      ];
    case 'image':
    case 'remote-image':
      left.images += 1;
      return plainRuns(block.type === 'image' ? `[image: ${block.mediaType}]\n` : `[image at ${block.host}]\n`, 'x');
    case 'mark':
      return [...plainRuns(`${block.what}\n`, 'x'), ...plainRuns(block.detail?.text ?? '')];
    default:
      return [...plainRuns(block.message ?? ''), ...plainRuns(`\n${block.text.text}`, kind === 'error' ? 'p' : 'c')];
  }
}
