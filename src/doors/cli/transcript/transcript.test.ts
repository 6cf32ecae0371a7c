import type { UnifiedMessage } from 'threadline';
import { expect, it } from 'vitest';
import { createTranscript } from './transcript.ts';

const options = { full: false, context: false, unfoldHint: '', color: 'never' };

function message(fields: Partial<UnifiedMessage>): UnifiedMessage {
  return { id: 'a', role: 'assistant', content: [], timestamp: 0, tool: 'codex', _original: {}, ...fields };
}

it('what an editor puts around a prompt is left out, unless context is asked for', () => {
  const text = '# Context from my IDE setup:\n\n## Open tabs:\n- a.ts\n\n## My request for Codex:\nFix it';
  const prompt = message({ role: 'user', content: [{ type: 'text', text }] });
  expect(createTranscript(options).message(prompt)).toBe('\n› Fix it\n');
  expect(createTranscript({ ...options, context: true }).message(prompt)).toContain('Open tabs');
});

it('what an agent does that was started by a call stands under it, further in', () => {
  const transcript = createTranscript(options);
  const task = { type: 'tool_use', name: 'Task', input: { description: 'count', prompt: 'Count' } } as const;
  transcript.message(message({ content: [{ ...task, id: 'task-1' }] }));
  const inner = message({ id: 'b', parent: 'task-1', content: [{ ...task, id: 'task-2' }] });
  expect(transcript.message(inner)).toBe('\n  ◆ agent · count Count\n    (did not end)\n');
  const innermost = message({ id: 'c', parent: 'task-2', content: [{ type: 'text', text: 'six' }] });
  expect(transcript.message(innermost)).toBe('\n    • six\n');
});

it('the time stands before a prompt, once for those of one minute', () => {
  const transcript = createTranscript(options);
  const prompt = message({ role: 'user', timestamp: 1763190480000, content: [{ type: 'text', text: 'Hi' }] });
  expect(transcript.message(prompt)).toMatch(/^\n2025-11-1\d \d\d:\d8\n› Hi\n$/);
  expect(transcript.message(prompt)).toBe('\n› Hi\n');
});

it('a line stands between what was handed over or copied and what is new, once', () => {
  const transcript = createTranscript(options);
  const origin = { agent: 'claude', thread_id: 'x\u001b[31m1' };
  const old = message({ inherited: true, origin, content: [{ type: 'text', text: 'old' }] });
  const own = message({ content: [{ type: 'text', text: 'new' }] });
  expect(transcript.message(old)).toBe('\n• old\n');
  const divided = transcript.message(own);
  expect(divided).toMatch(/^\n── above: handed over from claude x.*1 ──\n\n• new\n$/);
  expect(divided).not.toContain('\u001b');
  expect(transcript.message(own)).toBe('\n• new\n');
  transcript.message(message({ inherited: true, content: [{ type: 'text', text: 'old' }] }));
  expect(transcript.message(own)).toContain('── above: copied from another thread ──');
});
