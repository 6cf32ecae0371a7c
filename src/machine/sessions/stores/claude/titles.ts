import { type JsonObject, parseObject } from '../../../../core/lines/json.ts';
import type { SessionFile, TitleEnds } from '../../store.ts';
import { type TitleSearch, titleAtEnd, titleInBytes } from '../tail-title.ts';
import { desktopRecord } from './desktop.ts';

/** The titles of a session, by origin. The user's takes precedence, then the model's, then that of a summary. */
interface Names {
  custom?: string;
  ai?: string;
  summary?: string;
}

/** Titles by thread id. The CLI rewrites them at a file's end: only the ends of wanted files are read. */
export class ClaudeTitles extends Map<string, string> {
  readonly #files: ReadonlyMap<string, SessionFile>;
  readonly #asked = new Set<string>();
  readonly #ends: TitleEnds | undefined;

  constructor(files: readonly SessionFile[], ends?: TitleEnds) {
    super();
    this.#ends = ends;
    this.#files = new Map(files.flatMap((file) => (file.threadId === undefined ? [] : [[file.threadId, file]])));
  }

  override get(id: string): string | undefined {
    const file = this.#asked.has(id) ? undefined : this.#files.get(id);
    this.#asked.add(id);
    const read = () => file && titleAtEnd(file.realPath, createTitleSearch());
    const ended = file && this.#ends ? this.#ends.titleOf(file, read) : read();
    const title = ended ?? (file && desktopRecord(file)?.title);
    if (title !== undefined) this.set(id, title);
    return super.get(id);
  }
}

export function titleInTail(tail: Uint8Array): string | undefined {
  return titleInBytes(tail, createTitleSearch());
}

function createTitleSearch(): TitleSearch {
  const texts: string[] = [];
  return { line: (text) => texts.push(text), title: () => nameIn(texts) };
}

function nameIn(texts: readonly string[]): string | undefined {
  const names: Names = {};
  const summaries: JsonObject[] = [];
  for (const text of texts) {
    // Almost all lines are something else, and need not be parsed.
    if (!text.includes('-title"') && !text.includes('"summary"')) continue;
    const record = parseObject(text);
    if (record?.type === 'summary') summaries.push(record);
    else if (record) addName(names, record);
  }
  if (summaries.length > 0) {
    // A summary may belong to another session, whose last line it names.
    const uuids = new Set(texts.map((text) => parseObject(text)?.uuid));
    const own = summaries.findLast(({ leafUuid }) => uuids.has(leafUuid))?.summary;
    if (typeof own === 'string') names.summary = own;
  }
  return names.custom || names.ai || names.summary || undefined;
}

function addName(names: Names, { type, customTitle, aiTitle }: JsonObject): void {
  if (type === 'custom-title' && typeof customTitle === 'string') names.custom = customTitle;
  else if (type === 'ai-title' && typeof aiTitle === 'string') names.ai = aiTitle;
}
