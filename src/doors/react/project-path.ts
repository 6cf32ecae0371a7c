/** The agent's working folder: its path, and its name for people. */
export interface ProjectFolder {
  project?: string;
  projectName?: string;
}

/** A file's path relative to that folder. A file elsewhere keeps its whole path. */
export function fileIn({ project }: ProjectFolder, path: string): string {
  return restBelow(project, path)?.slice(1) || path;
}

/** A folder, with the name of its project in place of the project's path. */
export function folderIn({ project, projectName }: ProjectFolder, path: string): string {
  if (projectName === undefined) return path;
  if (path === project) return projectName;
  const rest = restBelow(project, path);
  return rest === undefined ? path : projectName + rest;
}

/** The rest of the path after the folder, with the separator. */
function restBelow(folder: string | undefined, path: string): string | undefined {
  if (!folder || !path.startsWith(folder)) return undefined;
  const rest = path.slice(folder.length);
  return rest.startsWith('/') || rest.startsWith('\\') ? rest : undefined;
}
