import type { UsageFact } from '../../machine/usage/usage-facts.ts';

/**
 * What connects a file with others that may tell the same requests, as hashes. Two files without a common one do not
 * change what counts of each other. Hashes that happen to be equal connect too much, which changes no figure.
 */
export function usageLinks(facts: Iterable<UsageFact>): Set<number> {
  const links = new Set<number>();
  for (const fact of facts) {
    if ('add' in fact) {
      // A request without a name is known by its place in its thread, which only files of that thread repeat.
      const { agent, threadId } = fact.add;
      links.add(fact.key === undefined ? hashOf('thread', threadId) : hashOf(agent, fact.key));
    } else if ('message' in fact) {
      links.add(hashOf('message', fact.id));
      links.add(hashOf(fact.message.agent, fact.message.key));
      if (fact.key !== undefined) links.add(hashOf(fact.message.agent, fact.key));
    } else links.add(REVIEWS);
  }
  return links;
}

/** Only times connect reviews with the files that repeat them, so all of these files belong together. */
const REVIEWS = 1;

/** A whole number of 52 bits. */
function hashOf(kind: string, name: string): number {
  let high = 0x811c_9dc5;
  let low = 0x1234_5678;
  for (const text of [kind, name]) {
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      high = Math.imul(high ^ code, 0x0100_0193);
      low = Math.imul(low ^ code, 0x5bd1_e995);
      low ^= low >>> 15;
    }
    high = Math.imul(high ^ 0xffff, 0x0100_0193);
  }
  return (high >>> 6) * 2 ** 26 + (low >>> 6);
}
