import type { ApiText } from '../../core/writers/rows/row.ts';
import { formatBytes } from './format/figures.ts';

const SHOWN = 120;

/** The beginning of a result, for one line. A line may end as on Windows. */
export function resultWords({ text, bytes }: ApiText): string {
  const beginning = text
    .slice(0, SHOWN)
    .replaceAll(/\r+(?=\n|$)/g, '')
    .trim();
  return text.length > SHOWN ? `${beginning}… · ${formatBytes(bytes ?? text.length)}` : beginning;
}
