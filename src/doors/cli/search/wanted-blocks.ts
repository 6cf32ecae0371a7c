import type { SearchQuery } from '../../../archive/index.ts';
import { isBelow, pathEnds } from '../../../core/tools/path-below.ts';
import type { FileBlock } from './file-blocks.ts';

/** True if a block of a file passes the filters of a search, as the archive's conditions mean them. */
export function isWanted({ thread, ...block }: FileBlock, query: SearchQuery): boolean {
  const { agent, projects, model, file, role, kind, tool, errors, since, until } = query;
  const { project = '', models, touched } = thread;
  return (
    (agent === undefined || agent === thread.agent) &&
    (!projects || projects.some((folder) => isBelow(folder)(project))) &&
    (model === undefined || models.some((name) => name.startsWith(model))) &&
    (file === undefined || touched.some(isPath(file))) &&
    (role === undefined || role === block.role) &&
    (kind === undefined || kind === block.kind) &&
    (tool === undefined || tool === block.tool) &&
    (!errors || block.error === true) &&
    (since === undefined || block.at >= since) &&
    (until === undefined || (block.at > 0 && block.at < until))
  );
}

/** A whole path, or its last parts. */
function isPath(file: string): (path: string) => boolean {
  return (path) => path === file || pathEnds(file).some((end) => path.endsWith(end));
}
