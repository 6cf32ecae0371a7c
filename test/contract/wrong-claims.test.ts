import { detectWire } from 'threadline';
import { describe, expect, it } from 'vitest';
import { agentWires, findWire } from '../../src/core/wires/registry.ts';
import { everyRecording } from '../fixtures.ts';

/** Whole lines of agents whose kinds have the names of Codex's, one from each file in which they are met first. */
const ALIKE = [
  '{"type":"turn.prompt","input":[{"type":"text","text":"Say hello."}],"origin":{"kind":"user"},"time":1794820912838}',
  '{"type":"turn.prompt","agentId":"main","input":[],"origin":{"kind":"user"},"time":1794820912838}',
  '{"type":"turn.ended","agentId":"main","turnId":0,"reason":"completed","time":1794820912838}',
  '{"type":"turn.cancel","agentId":"main","turnId":0,"target":"turn","time":1794820912838}',
  '{"role":"meta","type":"turn.step.retrying","failed_attempt":1,"next_attempt":2,"max_attempts":10,"delay_ms":1000}',
  '{"role":"meta","type":"turn.started"}',
  '{"id":"evt_1","type":"session.created","properties":{"sessionID":"ses_1","info":{"id":"ses_1"}}}',
  '{"type":"error","message":"{\\"status\\":400,\\"modelId\\":\\"mock-1\\",\\"providerId\\":\\"openai\\"}"}',
];

const codexWires = agentWires.filter(({ name }) => name === 'codex').flatMap(({ wires }) => [...wires]);

describe('a line of another agent', () => {
  it.each(ALIKE)('is not taken for one of Codex: %s', (line) => {
    const record = JSON.parse(line);
    expect(codexWires.filter((wire) => wire.recognises(record)).map(({ name }) => name)).toEqual([]);
  });
});

/** `codex/0.166.0/s2-shell/stdout.jsonl` */
const folderOf = (name: string): string => name.split('/', 1)[0] ?? '';

/** Kilo writes what OpenCode writes. A line of Qwen Code's stream without its head may be one of Claude Code's, field by field. */
const SAME_WIRES: Readonly<Record<string, string>> = { kilo: 'opencode' };
const SAME_LINES: Readonly<Record<string, readonly string[]>> = { qwen: ['claude-stream', 'claude-control'] };

describe.each(agentWires.map(({ name }) => name))('the recordings of %s', (agent) => {
  const recordings = everyRecording().filter(({ name }) => folderOf(name) === agent);
  /** Lines of which each is the beginning of a file whose head was lost. */
  const beginnings = (bytes: Uint8Array) => {
    const lines = new TextDecoder().decode(bytes).split('\n');
    return [0, 1, 2, 5].map((lost) => lines.slice(lost).join('\n'));
  };

  it('are claimed by its own wires or by none, whole and without their first lines', () => {
    const wrong = recordings.flatMap(({ name, bytes }) => {
      const strangers = beginnings(bytes).flatMap((text, lost) => {
        const wire = detectWire(text);
        const isCut = lost > 0 && SAME_LINES[agent]?.includes(wire);
        const writer = wire === 'unknown' || isCut ? agent : findWire(wire).agent;
        return writer === agent || writer === SAME_WIRES[agent] ? [] : [wire];
      });
      return strangers.length > 0 ? [`${name}: ${strangers}`] : [];
    });
    expect(wrong).toEqual([]);
  });
});
