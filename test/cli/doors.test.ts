import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const source = fileURLToPath(new URL('../../src/doors/cli/', import.meta.url));
const files = globSync('**/*.ts', { cwd: source }).filter((path) => !path.endsWith('.test.ts'));
const withText = (pattern: RegExp) =>
  files.filter((path) => pattern.test(readFileSync(`${source}${path}`, 'utf8'))).toSorted();

describe('text leaves by one door', () => {
  it('only these files write to a stream: all else goes through them', () => {
    // The outputs of the MCP and ACP servers are protocols for programs. The picker draws a whole screen, of lines that were filtered.
    const doors = [
      'acp/acp.ts',
      'mcp/mcp.ts',
      'output.ts',
      'progress.ts',
      'report.ts',
      'resume/pick-session.ts',
      'standard-streams.ts',
    ];
    expect(
      withText(/\bconsole\.|\bstd(?:out|err)\.write\(|\b(?:standard(?:Output|Error)|writeMessage|writtenNow)\(/),
    ).toEqual(doors);
  });

  it('only these files know an escape sequence: colours, what is redrawn, keys, and what is filtered', () => {
    expect(withText(/\\x1b|\\u001b|\\e\[/i)).toEqual([
      'progress.ts',
      'resume/pick-session.ts',
      'resume/picker.ts',
      'screen.ts',
      'terminal-text.ts',
      'transcript/live-transcript.ts',
      'usage/live.ts',
    ]);
  });
});
