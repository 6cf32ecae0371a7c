import { describe, expect, it } from 'vitest';
import { mcpSpellings } from '../../../test/mcp-spellings.ts';
import { fullToolName, parseMcpName } from './tool-names.ts';

describe('parseMcpName', () => {
  it.each(mcpSpellings)('knows the spelling %j beside the namespace %j', (name, namespace) => {
    expect(parseMcpName(name, namespace)).toEqual({ server: 'demo', tool: 'echo' });
  });

  it('keeps underscores of the tool', () => {
    expect(parseMcpName('mcp__demo__a__b')).toEqual({ server: 'demo', tool: 'a__b' });
    expect(parseMcpName('a__b', 'mcp__demo')).toEqual({ server: 'demo', tool: 'a__b' });
  });

  it.each([
    ['shell', undefined],
    ['__x', undefined],
    ['x__', undefined],
    ['spawn_agent', 'multi_agent_v1'],
    ['run', 'web'],
    ['echo', 'mcp__'],
  ])('takes %j beside the namespace %j for no MCP tool', (name, namespace) => {
    expect(parseMcpName(name, namespace)).toBeUndefined();
  });
});

describe('fullToolName', () => {
  it.each([
    ['echo', undefined, 'echo'],
    ['echo', '', 'echo'],
    ['echo', 'mcp__demo', 'mcp__demo__echo'],
    ['echo', 'mcp__demo__', 'mcp__demo__echo'],
  ])('joins %j and %j', (name, namespace, full) => {
    expect(fullToolName(name, namespace)).toBe(full);
  });
});
