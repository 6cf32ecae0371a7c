import { createStdoutMapper } from 'threadline';
import { describe, expect, it } from 'vitest';
import { bundledGeminiStreams } from '../fixtures.ts';

type Line = Record<string, unknown>;

function parseAll(lines: readonly string[]): Line[] {
  return lines.flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Line] : []));
}

function mapped(text: string): Line[] {
  const mapper = createStdoutMapper({ wire: 'gemini-stream' });
  return parseAll([...mapper.push(text), ...mapper.flush()]);
}

/** Gemini calls `error` what other agents say on stderr, too. */
const nameOf = ({ type }: Line) => (type === 'error' ? 'stderr' : type);

describe('a stream of Gemini CLI as normalised NDJSON', () => {
  it.each(bundledGeminiStreams())(
    'has every kind of line that Gemini printed, for the same calls: $name',
    ({ bytes }) => {
      const text = new TextDecoder().decode(bytes);
      const printed = parseAll(text.split('\n'));
      const lines = mapped(text);
      const kinds = new Set(lines.map(({ type }) => type));
      expect(printed.map(nameOf).filter((kind) => !kinds.has(kind))).toEqual([]);
      const ids = (all: Line[], type: string) => all.filter((line) => line.type === type).map((line) => line.tool_id);
      expect(ids(lines, 'tool_use')).toEqual(ids(printed, 'tool_use'));
      expect(ids(lines, 'tool_result')).toEqual(ids(printed, 'tool_result'));
      const [init] = lines;
      expect(init).toMatchObject({ type: 'init', session_id: printed[0]?.session_id, model: printed[0]?.model });
      const results = (all: Line[]) => all.filter(({ type }) => type === 'result').map(({ status }) => status);
      expect(results(lines)).toEqual(results(printed));
      const said = (all: Line[]) =>
        all.filter(({ type, delta }) => type === 'message' && delta === true).map(({ content }) => content);
      expect(said(lines)).toEqual(said(printed));
    },
  );
});
