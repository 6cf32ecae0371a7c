import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiChangedFile, ApiChanges, ApiSession } from '../../../src/doors/server/api-types.ts';
import { plural } from '../../format/figures.ts';
import { formatWhen, formatWhole } from '../../format/times.ts';
import { Icon } from '../../ui/icon.tsx';
import { useNow } from '../../ui/use-now.ts';

/** The changed files by folder, the commits that came out of them, and what was undone. A press on a file goes to it. */
export function FileList({ changes: { files, undone, commits }, session, viewed }: FileListProps) {
  const folder = session.head.project;
  return (
    <nav className="file-list" aria-label="Files">
      <h2>
        Files{' '}
        <span className="num" data-value={files.length}>
          {files.length}
        </span>
      </h2>
      {[...byFolder(files, folder)].map(([name, inside]) => (
        <div key={name}>
          {name !== '' && <p className="mono">{visibleLine(name)}</p>}
          {inside.map((file) => (
            <a key={file.path} href={`#${fileAnchor(file.path)}`}>
              <span className="mono">{visibleLine(lastPart(file.path))}</span>
              {viewed.has(file.path) && <Icon name="check" />}
              <span className="spacer" />
              <span className="num">
                <ins data-value={file.added}>+{file.added}</ins> <del data-value={file.removed}>−{file.removed}</del>
              </span>
            </a>
          ))}
        </div>
      ))}
      <Commits commits={commits} />
      <Lost files={files} folder={folder} />
      {undone.length > 0 && (
        <>
          <h2>
            Written but undone <span className="num">{undone.length}</span>
          </h2>
          {undone.map(({ path, turns }) => (
            <div key={path} className="side-note" data-undone={path}>
              <Icon name="file" />
              <p>
                <b className="mono">{visibleLine(shortened(path, folder))}</b>
                {turns.length === 1 ? 'in turn ' : 'in turns '}
                {turns.join(', ')}
              </p>
            </div>
          ))}
        </>
      )}
    </nav>
  );
}

interface FileListProps {
  changes: ApiChanges;
  session: ApiSession;
  viewed: ReadonlySet<string>;
}

function Commits({ commits }: Pick<ApiChanges, 'commits'>) {
  const now = useNow(60_000);
  if (commits.length === 0) return null;
  return (
    <>
      <h2>
        Commits from this session <span className="num">{commits.length}</span>
      </h2>
      {commits.map(({ hash, at, title, branch, files, lines, ofSession }) => (
        <div key={hash} className="side-note" data-commit={hash}>
          <Icon name="commit" />
          <p>
            <b>{visibleLine(title)}</b>
            <span className="mono" title={hash}>
              {hash.slice(0, 7)}
            </span>{' '}
            · <span title={formatWhole(at)}>{formatWhen(at, now)}</span>
            {branch !== undefined && ` · ${visibleLine(branch)}`} · {plural(files, 'file')},{' '}
            {ofSession >= lines
              ? 'all of it by this session'
              : `${ofSession} of ${plural(lines, 'line')} by this session`}
          </p>
        </div>
      ))}
    </>
  );
}

/** What a file's figure counts. The parts below it are the net change, so theirs may be less. */
export const LOST = 'Lines that the session wrote and no commit has, also those that it wrote over later';

/** Lines that no commit has. */
function Lost({ files, folder }: Pick<ApiChanges, 'files'> & { folder: string | undefined }) {
  const open = files.filter(({ lost = 0 }) => lost > 0);
  const sum = open.reduce((total, { lost = 0 }) => total + lost, 0);
  if (sum === 0) return null;
  return (
    <div className="side-note warn" data-lost={sum}>
      <Icon name="warn" />
      <p title={LOST}>
        <b>{plural(sum, 'written line')} in no commit</b>
        {open.map(({ path, lost }) => `${visibleLine(shortened(path, folder))} ${lost}`).join(', ')}
      </p>
    </div>
  );
}

/** A name for a place on the page: paths hold signs that addresses do not. */
export function fileAnchor(path: string): string {
  return `file-${encodeURIComponent(path)}`;
}

/** A path from the session's folder; a whole one where it lies outside. */
export function shortened(path: string, folder: string | undefined): string {
  return folder !== undefined && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}

export function lastPart(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

function byFolder(files: readonly ApiChangedFile[], folder: string | undefined): Map<string, ApiChangedFile[]> {
  return Map.groupBy(files, ({ path }) => {
    const short = shortened(path, folder);
    return short.slice(0, Math.max(0, short.length - lastPart(path).length - 1));
  });
}
