import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { HttpAnswer } from '../../machine/http/http-answer.ts';
import { pageRoute } from './page-route.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

/** The files of the page, read once into a closed list: no path is made from a request. Every place opens the page. */
export function createStaticFiles(folder: string): (path: string) => HttpAnswer | undefined {
  const files = new Map<string, HttpAnswer>();
  for (const name of globSync('**/*.*', { cwd: folder })) {
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    const body = readFileSync(join(folder, name));
    // Names of assets contain a hash of their content.
    const isAsset = name.startsWith(`assets${sep}`);
    const headers = {
      'content-type': type,
      'cache-control': isAsset ? 'private, max-age=31536000, immutable' : 'no-cache',
      etag: `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`,
    };
    files.set(`/${name.split(sep).join('/')}`, { status: 200, headers, body });
  }
  return (path) => files.get(path) ?? (pageRoute(path).page === 'not-found' ? undefined : files.get('/index.html'));
}
