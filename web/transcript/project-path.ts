import type { SessionHead } from '../../src/doors/server/api-types.ts';

/** The folder that the agent worked in: its path, and as people say it. */
export type ProjectFolder = Pick<SessionHead, 'project' | 'projectName'>;

/** A file as it is said in that folder; one that is elsewhere keeps its whole path. */
export function fileIn({ project }: ProjectFolder, path: string): string {
  return restBelow(project, path)?.slice(1) || path;
}

/** A folder by the name of the project that it is, or is in. */
export function folderIn({ project, projectName }: ProjectFolder, path: string): string {
  if (projectName === undefined) return path;
  if (path === project) return projectName;
  const rest = restBelow(project, path);
  return rest === undefined ? path : projectName + rest;
}

/** What follows the folder, with what stands between. */
function restBelow(folder: string | undefined, path: string): string | undefined {
  if (!folder || !path.startsWith(folder)) return undefined;
  const rest = path.slice(folder.length);
  return rest.startsWith('/') || rest.startsWith('\\') ? rest : undefined;
}
