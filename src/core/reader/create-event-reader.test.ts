import { createEventReader as createReaderOfAll } from 'threadline';
import * as reader from 'threadline/reader';
import { claude, codexStream, createEventReader, gemini, opencode } from 'threadline/reader';
import { describe, expect, it } from 'vitest';
import { bundledRecordings, everyRecording } from '../../../test/fixtures.ts';
import { agentWires } from '../wires/registry.ts';

const values = Object.values(reader).filter((value) => typeof value === 'object');
const wires = new Set(values.flatMap((value) => value.wires));

describe('the reader of chosen agents', () => {
  it('has a value for every agent that the root reads', () => {
    const names = new Set(values.map(({ name }) => name));
    expect(agentWires.filter(({ name }) => !names.has(name))).toEqual([]);
    // What an agent and a client say to each other has a value of its own.
    expect(agentWires.flatMap((agent) => agent.wires.filter((wire) => !wires.has(wire)))).toEqual([]);
  });

  it.each(agentWires.map((agent) => [agent.name, agent] as const))('reads %s as the root does', (name, agent) => {
    const recordings = everyRecording().filter((recording) => recording.name.startsWith(`${name}/`));
    for (const { name: path, bytes } of recordings) {
      // Kilo has no wires of its own.
      const agents = agent.wires.length > 0 ? [agent] : [agent, opencode];
      const [one, all] = [createEventReader({ agents }), createReaderOfAll()];
      expect([...one.push(bytes), ...one.end()], path).toEqual([...all.push(bytes), ...all.end()]);
      expect([one.wire, one.agent]).toEqual([all.wire, all.agent]);
    }
  });

  it('does not know the lines of an agent that was not chosen', () => {
    const [recording] = bundledRecordings('0.166.0/s2-shell/stdout.jsonl');
    const one = createEventReader({ agents: [claude, gemini] });
    one.push(recording?.bytes ?? '');
    one.end();
    expect(one.wire).toBe('unknown');
  });

  it('refuses a call without agents', () => {
    expect(() => createEventReader({ agents: [] })).toThrow(TypeError);
    // @ts-expect-error: the option is required.
    expect(() => createEventReader({})).toThrow(TypeError);
    expect(() => createEventReader({ agents: [codexStream], wire: 'codex-rollout' })).toThrow(
      /codex-exec, codex-legacy$/,
    );
  });
});
