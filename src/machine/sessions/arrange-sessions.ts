import { originName } from '../../core/thread/hand-over.ts';
import { isSubagent, type SessionInfo } from './session-info.ts';

/** A session with its place in a list. */
export interface ListedSession {
  info: SessionInfo;
  /**
   * The number for the command line: `1`, `2`, … for the person's own sessions, newest first; `2.1`, `2.2`, … for those
   * that the agent of the second one started, and its copies for other agents; then `41`, `42`, … for archived ones and those without a parent.
   */
  number: string;
  /** The depth below the session that it belongs to. */
  depth: number;
  /** True if it is listed only on request: archived, or started by an agent. */
  isExtra: boolean;
}

interface Node {
  info: SessionInfo;
  parent?: Node | undefined;
  children: Node[];
}

/**
 * Puts sub-agents under the session that they belong to, and copies that were handed over under their origin, and numbers
 * all. A copy that somebody goes on with brings its origin to its own place in the order.
 */
export function arrangeSessions(found: readonly SessionInfo[]): ListedSession[] {
  const { nodes, roots } = buildTree(found);
  const isOwn = ({ info }: Node) => !info.archived && !isSubagent(info);
  const seen = new Set<Node>();
  const listed: ListedSession[] = [];
  let nextExtra = roots.filter(isOwn).length;
  let nextOwn = 0;
  // Sessions that name each other as parents have no root: the first of them becomes one.
  const isCopied = ({ info, parent }: Node) => parent !== undefined && isCopy(info);
  const inOrder = nodes.flatMap((node) => (!node.parent ? [node] : isCopied(node) ? [rootOf(node)] : []));
  for (const root of [...inOrder, ...nodes]) {
    if (seen.has(root)) continue;
    const isExtra = !isOwn(root);
    if (isExtra) nextExtra += 1;
    else nextOwn += 1;
    const number = String(isExtra ? nextExtra : nextOwn);
    let place = 0;
    for (const { info, depth } of withDescendants(root, seen)) {
      listed.push({
        info,
        number: depth === 0 ? number : `${number}.${place}`,
        depth,
        isExtra: isExtra || (depth > 0 && !isCopy(info)),
      });
      place += 1;
    }
  }
  return listed;
}

function buildTree(found: readonly SessionInfo[]): { nodes: Node[]; roots: Node[] } {
  const byId = new Map<string, Node>();
  /** By agent and id: a copy may lie in any home. */
  const copied = new Map<string, Node>();
  const threadKey = ({ agent, home }: SessionInfo, id: string) => JSON.stringify([agent, home, id]);
  const nodes = found.map((info): Node => {
    const node: Node = { info, children: [] };
    const key = threadKey(info, info.id);
    if (info.id !== '' && !byId.has(key)) byId.set(key, node);
    const name = `${info.agent}:${info.id}`;
    if (!copied.has(name)) copied.set(name, node);
    return node;
  });
  const originOf = ({ origin }: SessionInfo) => copied.get(originName(origin) ?? '');
  const roots = nodes.filter((node) => {
    const { parentId } = node.info;
    const parent = parentId === undefined ? originOf(node.info) : byId.get(threadKey(node.info, parentId));
    if (!parent || parent === node) return true;
    parent.children.push(node);
    node.parent = parent;
    // A copy names no model before somebody goes on with it: its turns were answered by its origin's.
    if (isCopy(node.info)) node.info.model ??= parent.info.model;
    return false;
  });
  return { nodes, roots };
}

/** True for a copy that was handed over from another agent's thread. */
export function isCopy(info: SessionInfo): boolean {
  return info.origin?.thread_id !== undefined && !isSubagent(info);
}

/** Ends in a circle of sessions that name each other. */
function rootOf(node: Node): Node {
  const seen = new Set<Node>();
  let root = node;
  for (; root.parent && !seen.has(root); root = root.parent) seen.add(root);
  return root;
}

/** Avoids recursion: a chain of agents may be as long as the list. */
function* withDescendants(root: Node, seen: Set<Node>): Generator<{ info: SessionInfo; depth: number }> {
  const waiting = [{ node: root, depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next;
    if (seen.has(node)) continue;
    seen.add(node);
    yield { info: node.info, depth };
    for (const child of node.children.toReversed()) waiting.push({ node: child, depth: depth + 1 });
  }
}
