import { sha256 } from '../../core/lines/sha256.ts';
import { agentNames } from '../../core/wires/agent-names.ts';
import { derivedId } from '../../core/writers/derived-id.ts';
import type { BlamedCommit, BlamedLine } from './blame.ts';
import { lineRanges } from './line-ranges.ts';

/** A commit as a record of Agent Trace 0.1.0. Addresses name sessions and turns, and carry no words of them. */
export function agentTrace({ commit, at, files }: BlamedCommit, version: string): object {
  const all = files.flatMap(({ lines }) => lines);
  return {
    version: '0.1.0',
    id: derivedId('agent-trace', commit),
    timestamp: new Date(Math.floor(at / 1000) * 1000).toISOString(),
    vcs: { type: 'git', revision: commit },
    tool: { name: 'threadline', version },
    files: files.flatMap(({ path, lines }) => {
      const conversations = conversationsOf(lines);
      return conversations.length === 0 ? [] : [{ path, conversations }];
    }),
    metadata: { 'dev.threadline': { unknown_lines: all.filter(({ writer }) => !writer).length } },
  };
}

/** One for each turn and each kind of contributor. */
function conversationsOf(lines: readonly BlamedLine[]): object[] {
  const groups = new Map<string, BlamedLine[]>();
  for (const line of lines) {
    if (!line.writer) continue;
    const { session, turn, model } = line.writer;
    const key = JSON.stringify([session.agent, session.id, turn, model, typeOf(line)]);
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()].map((group) => {
    const texts = new Map(group.map(({ line, text }) => [line, text]));
    const [first] = group;
    const type = first ? typeOf(first) : 'unknown';
    const model = type === 'unknown' ? undefined : modelId(first);
    return {
      url: addressOf(first),
      contributor: { type, ...(model !== undefined && { model_id: model }) },
      ranges: lineRanges(group.map(({ line }) => line)).map(({ from, to }) => {
        const text = Array.from({ length: to - from + 1 }, (_, index) => `${texts.get(from + index) ?? ''}\n`).join('');
        return { start_line: from, end_line: to, content_hash: `sha256:${sha256(text)}` };
      }),
    };
  });
}

function typeOf({ level, rule }: BlamedLine): 'ai' | 'mixed' | 'unknown' {
  if (level === 'proven' || level === 'derived') return 'ai';
  return rule === 'reflow' ? 'mixed' : 'unknown';
}

function addressOf(line: BlamedLine | undefined): string {
  const { session, turn } = line?.writer ?? { session: { agent: '', id: '' }, turn: 0 };
  return `threadline:${encodeURIComponent(session.agent)}/${encodeURIComponent(session.id)}#turn=${turn}`;
}

/** The model by its name at models.dev, where it is known who answers the agent's requests. */
function modelId(line: BlamedLine | undefined): string | undefined {
  const { session, model } = line?.writer ?? {};
  if (model === undefined || model.includes('/')) return model?.slice(0, 250);
  const provider = agentNames.find(({ name }) => name === session?.agent)?.provider;
  if (provider === undefined) return undefined;
  return `${provider.startsWith('gcp.') ? 'google' : provider}/${model}`.slice(0, 250);
}
