// Plans which modules of the command line share a file. A program that starts pays for each file that it opens and for
// each byte of code in it. So modules that are always loaded together share a file, and small files are joined as long
// as that makes starting cheaper on the whole.

/** What one more file costs a start, as the bytes of code that could be taken from what was kept in that time (measured: 0.3 ms). */
const FILE_COST = 40_000;
/** What a package costs that stands outside: it is many files, and may not be installed. */
const PACKAGE_COST = 5_000_000;

/**
 * @typedef {object} Module
 * @property {string} id
 * @property {number} size in bytes of code, without what nobody uses
 * @property {readonly string[]} imports the modules that it needs to be evaluated
 * @property {readonly string[]} dynamicImports the modules that it may load later
 * @property {number} packages how many packages it loads from outside
 */

/**
 * The number of the file in which each module goes. `entry` is a module that every start loads: what it needs itself
 * stays in a file of its own. Each module that is imported dynamically adds a start; `weigh` tells how much one counts, by
 * the modules on the way to it.
 * @param {ReadonlyMap<string, Module>} modules
 * @param {string} entry
 * @param {(path: readonly string[]) => number} weigh
 * @returns {Map<string, number>}
 */
export function planChunks(modules, entry, weigh) {
  const starts = findStarts(modules, entry);
  const weights = starts.map(({ path }) => weigh(path));
  const chunks = joinByStarts(modules, starts);
  while (joinBest(chunks, weights));
  return new Map([...chunks].flatMap((chunk, index) => chunk.ids.map((id) => [id, index])));
}

/** Each start is what is loaded on the way to a module that is imported dynamically. */
function findStarts(modules, entry) {
  const starts = [{ path: [entry], loaded: staticClosure(modules, entry) }];
  const seen = new Set([entry]);
  for (const { path, loaded } of starts) {
    for (const target of [...loaded].flatMap((id) => modules.get(id).dynamicImports)) {
      if (seen.has(target) || !modules.has(target)) continue;
      seen.add(target);
      starts.push({ path: [...path, target], loaded: loaded.union(staticClosure(modules, target)) });
    }
  }
  return starts;
}

function staticClosure(modules, entry, found = new Set()) {
  if (found.has(entry) || !modules.has(entry)) return found;
  found.add(entry);
  for (const id of modules.get(entry).imports) staticClosure(modules, id, found);
  return found;
}

/** Modules that the same starts load share a chunk from the beginning. */
function joinByStarts(modules, starts) {
  const byStarts = new Map();
  const chunkOf = new Map();
  for (const { id, size, packages } of modules.values()) {
    const used = starts.flatMap(({ loaded }, index) => (loaded.has(id) ? [index] : []));
    if (used.length === 0) continue;
    const key = used.join();
    const chunk = byStarts.get(key) ?? { ids: [], size: 0, starts: new Set(used), needs: new Set() };
    byStarts.set(key, chunk);
    chunk.ids.push(id);
    chunk.size += size + packages * PACKAGE_COST;
    chunkOf.set(id, chunk);
  }
  for (const [id, chunk] of chunkOf) {
    for (const imported of modules.get(id).imports) {
      const needed = chunkOf.get(imported);
      if (needed && needed !== chunk) chunk.needs.add(needed);
    }
  }
  return new Set(byStarts.values());
}

/** Joins the two chunks that save most; false where nothing is saved any more. */
function joinBest(chunks, weights) {
  const weightOf = (starts) => starts.values().reduce((sum, start) => sum + weights[start], 0);
  const closures = new Map([...chunks].map((chunk) => [chunk, neededBy(chunk)]));
  const list = [...chunks].map((chunk) => ({ chunk, weight: weightOf(chunk.starts) }));
  list.sort((a, b) => b.weight - a.weight);
  let best = { saved: 0 };
  for (const [index, { chunk: one }] of list.entries()) {
    for (const { chunk: other, weight } of list.slice(index + 1)) {
      // No more than the file of the one that is loaded more seldom can be saved.
      if (weight * FILE_COST <= best.saved) break;
      const saved = savedBy(one, other, closures, weightOf);
      if (saved > best.saved && !makesCycle(one, other, closures)) best = { saved, one, other };
    }
  }
  if (best.one) join(chunks, best.one, best.other, closures);
  return best.one !== undefined;
}

function neededBy(chunk, found = new Set()) {
  for (const needed of chunk.needs) {
    if (found.has(needed)) continue;
    found.add(needed);
    neededBy(needed, found);
  }
  return found;
}

/** A start that loaded one of the two loads both then, and all that both need. */
function savedBy(one, other, closures, weightOf) {
  let saved =
    weightOf(one.starts) * (one.size + FILE_COST) +
    weightOf(other.starts) * (other.size + FILE_COST) -
    weightOf(one.starts.union(other.starts)) * (one.size + other.size + FILE_COST);
  if (saved <= 0) return saved;
  for (const [chunk, more] of [
    [one, other],
    [other, one],
  ]) {
    const added = more.starts.difference(chunk.starts);
    if (added.size === 0) continue;
    for (const needed of closures.get(chunk)) {
      if (needed !== more) saved -= weightOf(added.difference(needed.starts)) * (needed.size + FILE_COST);
    }
  }
  return saved;
}

/** Files that need each other would be evaluated in an order in which something is not there yet. */
function makesCycle(one, other, closures) {
  const isBetween = (from, to) => [...from.needs].some((chunk) => chunk !== to && closures.get(chunk).has(to));
  return isBetween(one, other) || isBetween(other, one);
}

function join(chunks, one, other, closures) {
  chunks.delete(other);
  one.ids.push(...other.ids);
  one.size += other.size;
  one.starts = one.starts.union(other.starts);
  one.needs = one.needs.union(other.needs);
  one.needs.delete(one);
  one.needs.delete(other);
  for (const chunk of chunks) if (chunk.needs.delete(other) && chunk !== one) chunk.needs.add(one);
  for (const needed of closures.get(one).union(closures.get(other))) needed.starts = needed.starts.union(one.starts);
}
