import type { FoldedSession } from 'threadline/archive';

/** A session in which every kind of thing is kept, and the word `swordfish` in all of them. */
export function filledSession(threadId: string, at = Date.UTC(2026, 10, 1)): FoldedSession {
  const key = { agent: 'codex', threadId, home: '/h' };
  return {
    head: {
      key,
      path: '/h/swordfish.jsonl',
      archived: false,
      title: 'swordfish',
      firstPrompt: 'what is swordfish',
      project: '/work/swordfish',
      model: 'gpt-5.5',
      startedAt: at,
      endedAt: at + 2000,
      status: { now: 'done', until: 0, later: 'done' },
      turns: 1,
      messages: 1,
      tools: 1,
      errors: 0,
      problems: 0,
      size: 10,
    },
    blocks: [
      { message: 'm1', role: 'user', kind: 'text', inherited: false, at, line: 1, text: 'the password is swordfish' },
      {
        message: 'm2',
        role: 'assistant',
        kind: 'tool_use',
        inherited: false,
        at: at + 1000,
        line: 2,
        tool: 'Read',
        toolUse: 't1',
        text: '/work/swordfish/a.ts',
        input: '{"file_path":"/work/swordfish/a.ts"}',
        touched: [{ path: '/work/swordfish/a.ts', how: 'read' }],
        program: 'swordfish',
      },
    ],
    usage: [
      {
        agent: 'codex',
        threadId,
        key: `resp_${threadId}`,
        at,
        model: 'gpt-5.5',
        project: '/work/swordfish',
        input: 10,
        cached: 0,
        cacheWrite: 0,
        output: 5,
        reasoning: 0,
        source: '/h/swordfish.jsonl',
        line: 2,
      },
    ],
  };
}
