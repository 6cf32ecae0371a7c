import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Truth, truthOf } from '../../scripts/fixtures/truth.ts';
import { FIXTURES, type FixtureRecording } from '../../scripts/fixtures/write-index.ts';

const { recordings }: { recordings: FixtureRecording[] } = JSON.parse(
  readFileSync(join(FIXTURES, 'index.json'), 'utf8'),
);
const checked = recordings.flatMap((recording) => {
  const truth = truthOf(recording);
  return truth ? [{ ...recording, truth }] : [];
});

/** Some print no thoughts while they run, and Codex prints calls without their arguments. */
const printsNoThoughts = new Set(['gemini', 'kimi', 'opencode']);
const isTold = (kind: 'thoughts' | 'calls', recording: FixtureRecording) => {
  if (recording.kind === 'kept') return true;
  return kind === 'thoughts' ? !printsNoThoughts.has(recording.agent) : recording.agent !== 'codex';
};

const lacks = ({ said, found }: Truth['words']) => found < said;

describe('what is expected holds what the scripted models said', () => {
  it('for recordings of nine agents', () => {
    expect(new Set(checked.map(({ agent }) => agent)).size).toBeGreaterThanOrEqual(9);
    expect(checked.length).toBeGreaterThan(100);
  });

  it('every word, in order', () => {
    expect(checked.filter(({ truth }) => lacks(truth.words)).map(({ path }) => path)).toEqual([]);
  });

  it('every thought, in order, where the agent tells them', () => {
    const bad = checked.filter((each) => isTold('thoughts', each) && lacks(each.truth.thoughts));
    expect(bad.map(({ path }) => path)).toEqual([]);
  });

  it('every call with its arguments, where the agent tells them', () => {
    const bad = checked.filter((each) => isTold('calls', each) && lacks(each.truth.calls));
    // A helper of Gemini CLI was asked to use a tool that it does not have, and keeps nothing of it.
    expect(bad.map(({ agent, scenario, kind }) => `${agent} ${scenario} ${kind}`)).toEqual(['gemini sub-agent kept']);
  });
});
