import type { BlockRow, SessionKey, ThreadStore } from 'threadline/archive';

/** More by `.ci/run`. */
export const SUBSTRINGS = Number(process.env.THREADLINE_SUBSTRINGS ?? 100);

export interface FoundBlock {
  key: SessionKey;
  block: BlockRow;
}

/** By thread: sessions of one time have no order that all stores share. */
export async function allBlocks(store: ThreadStore): Promise<FoundBlock[]> {
  const { rows } = await store.listSessions({ subagents: true }, { limit: 1000 });
  rows.sort((one, other) => (one.key.threadId < other.key.threadId ? -1 : 1));
  const found = [];
  for (const { key } of rows) {
    for (const block of await store.readBlocks(key, { from: 0, count: 10_000 })) found.push({ key, block });
  }
  return found;
}

/** A string out of a random block, and the block. */
export function pickString(blocks: readonly FoundBlock[], random: () => number): FoundBlock & { text: string } {
  const picked = blocks[Math.floor(random() * blocks.length)];
  if (!picked) throw new Error('nothing was indexed');
  const characters = [...picked.block.text];
  const start = Math.floor(random() * Math.max(1, characters.length - 5));
  return { ...picked, text: characters.slice(start, start + 5 + Math.floor(random() * 36)).join('') };
}

/** Takes strings out of random blocks and looks for each; gives those that were not found in their own block. */
export async function missed(store: ThreadStore, random: () => number, count: number): Promise<string[]> {
  const blocks = (await allBlocks(store)).filter(({ block }) => block.text.length >= 5);
  const lost: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { key, block, text } = pickString(blocks, random);
    const { hits } = await store.search({ text, mode: 'exact', sessions: [key] }, { limit: 1000 });
    if (!hits.some((hit) => hit.seq === block.seq && hit.match === text)) lost.push(text);
  }
  return lost;
}
