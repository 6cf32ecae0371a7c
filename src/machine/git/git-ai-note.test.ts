import { describe, expect, it } from 'vitest';
import { parseGitAiNote } from './git-ai-note.ts';

const note = `src/main.rs
  s_c9883b05a2487d::t_9f8e7d6c5b4a32 1-10,15
  h_31dce776f88375 42-50
"a b.rs"
  abcdef0123456789 3
---
{"schema_version":"authorship/3.0.0","base_commit_sha":"77","prompts":{"abcdef0123456789":{"agent_id":{"tool":"codex","id":"old"}}},
"sessions":{"s_c9883b05a2487d":{"agent_id":{"tool":"claude","id":"conv","model":"m"}}}}
`;

describe('a note of git-ai', () => {
  it('names the session of each line, and nobody for people and other lines', () => {
    const of = parseGitAiNote(note);
    expect(of('src/main.rs', 10)).toEqual({ agent: 'claude', id: 'conv' });
    expect(of('src/main.rs', 15)).toEqual({ agent: 'claude', id: 'conv' });
    expect(of('a b.rs', 3)).toEqual({ agent: 'codex', id: 'old' });
    expect([of('src/main.rs', 11), of('src/main.rs', 42), of('other', 1)]).toEqual([undefined, undefined, undefined]);
  });

  it.each([
    '',
    '---',
    'a\n  k 1\n---\nnull',
    'a\n  k 1\n---\n{"sessions":[1]}',
    `a\n  k ${'9'.repeat(400)}\n---\n{"sessions":{"k":{"agent_id":{"id":{}}}}}`,
  ])('takes %j', (text) => {
    expect(parseGitAiNote(text)('a', 1)).toBeUndefined();
  });
});
