import { amount } from '../../../core/text/amount.ts';
import { mcpParts } from '../../../core/tools/tool-names.ts';
import { createCountedKeys } from '../counted-keys.ts';
import { createEvidence, type EvidenceList, type InsightRule } from '../finding.ts';

/** A server that is not asked for in a few sessions may be in the next. */
const LEAST_SESSIONS = 3;

interface Server {
  tools: Set<string>;
  offers: EvidenceList;
  calls: number;
}

/** MCP servers whose tools were offered and never called: each request pays for their descriptions. */
export const unusedTools: InsightRule = {
  code: 'unused-tools',
  create() {
    const servers = createCountedKeys((): Server => ({ tools: new Set(), offers: createEvidence(), calls: 0 }));
    return {
      add(story) {
        const named = new Set<string>();
        for (const [name, line] of story.offered) {
          const server = mcpParts(name)?.server;
          const known = server === undefined ? undefined : servers.of(server);
          if (!known || server === undefined) continue;
          known.tools.add(name);
          if (!named.has(server)) known.offers.add(story, line, name);
          named.add(server);
        }
        for (const { tool } of story.calls) {
          const server = mcpParts(tool)?.server;
          const known = server === undefined ? undefined : servers.of(server);
          if (known) known.calls += 1;
        }
      },
      findings: () =>
        servers
          .entries()
          .filter(([, { calls, offers }]) => calls === 0 && offers.total >= LEAST_SESSIONS)
          .sort(([one, a], [other, b]) => b.offers.total - a.offers.total || (one < other ? -1 : 1))
          .map(([name, { tools, offers }]) => ({
            code: 'unused-tools',
            severity: 'low' as const,
            title: `The tools of ${name} are offered and never called`,
            text: `The MCP server ${name} offered ${amount(tools.size, 'tool')} in ${amount(offers.total, 'session')}. No agent called one.`,
            value: tools.size,
            unit: 'tools' as const,
            evidence: offers.evidence(),
            action: `Remove ${name} where it is not needed: each request carries the descriptions of its tools.`,
          })),
    };
  },
};
