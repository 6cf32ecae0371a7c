import { useEffect } from 'react';
import type { ApiChanges } from '../../../src/doors/server/api-types.ts';
import { usePlace } from '../../router.ts';
import { fileAnchor } from './file-list.tsx';

/** Goes to the file that `?file=` names, by its path or the end of it, once the page knows the file. */
export function useFileOfAddress(files: ApiChanges['files']): void {
  const wanted = usePlace().search.get('file') ?? '';
  const isEnd = (path: string) => wanted !== '' && (path === wanted || path.endsWith(`/${wanted}`));
  const path = files.find((file) => isEnd(file.path))?.path;
  useEffect(() => {
    const article = path === undefined ? null : document.getElementById(fileAnchor(path));
    article?.focus({ preventScroll: true });
    article?.scrollIntoView({ block: 'start' });
  }, [path]);
}
