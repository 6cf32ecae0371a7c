import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiChangedFile } from '../../../src/doors/server/api-types.ts';
import { Icon } from '../../ui/icon.tsx';

/** The changed files by folder. A press goes to the file. */
export function FileList({ files, folder, viewed }: FileListProps) {
  const kept = files.filter(({ kind }) => kind !== 'undone');
  const undone = files.filter(({ kind }) => kind === 'undone');
  return (
    <nav className="file-list" aria-label="Files">
      <h2>
        Files <span className="num">{kept.length}</span>
      </h2>
      {[...byFolder(kept, folder)].map(([name, inside]) => (
        <div key={name}>
          <p className="mono">{visibleLine(name) || '.'}</p>
          {inside.map((file) => (
            <a key={file.path} href={`#${fileAnchor(file.path)}`}>
              <span className="mono">{visibleLine(lastPart(file.path))}</span>
              {viewed.has(file.path) && <Icon name="check" />}
              <span className="spacer" />
              <span className="num">
                <ins>+{file.added}</ins> <del>−{file.removed}</del>
              </span>
            </a>
          ))}
        </div>
      ))}
      {undone.length > 0 && (
        <>
          <h2>
            Written but undone <span className="num">{undone.length}</span>
          </h2>
          {undone.map(({ path, turns }) => (
            <p key={path} className="mono" title={`turns ${turns.join(', ')}`}>
              {visibleLine(shortened(path, folder))}
            </p>
          ))}
        </>
      )}
    </nav>
  );
}

interface FileListProps {
  files: readonly ApiChangedFile[];
  folder: string | undefined;
  viewed: ReadonlySet<string>;
}

/** A name for a place on the page: paths hold signs that addresses do not. */
export function fileAnchor(path: string): string {
  return `file-${encodeURIComponent(path)}`;
}

/** A path from the session's folder; a whole one where it lies outside. */
export function shortened(path: string, folder: string | undefined): string {
  return folder !== undefined && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}

function lastPart(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

function byFolder(files: readonly ApiChangedFile[], folder: string | undefined): Map<string, ApiChangedFile[]> {
  return Map.groupBy(files, ({ path }) => {
    const short = shortened(path, folder);
    return short.slice(0, Math.max(0, short.length - lastPart(path).length - 1));
  });
}
