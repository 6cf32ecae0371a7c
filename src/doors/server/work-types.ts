import type { Insights } from '../../machine/insights/insights.ts';
import type { ChangedHunk, ChangedPath, HunkOrigin } from '../../machine/provenance/session-changes.ts';

/** `GET /api/sessions/:key/changes?of=net|turn:3`: what `threadline changes` says, with the rows behind it. */
export interface ApiChanges {
  schema: number;
  files: ApiChangedFile[];
  /** Commands that may have written files without telling which. */
  commands: number;
  /** The turns that did anything with files. */
  turns: number[];
}

export interface ApiChangedFile extends Omit<ChangedPath, 'hunks'> {
  hunks?: ApiHunk[] | undefined;
}

export interface ApiHunk extends Omit<ChangedHunk, 'origin'> {
  /** Runs of added lines with the row that wrote them; without a row where a sub-agent did. */
  origin: (HunkOrigin & { row?: number })[];
}

/** `GET /api/insights?since=30d&agent=&project=`: what `threadline insights --json` says, without secrets. */
export interface ApiInsights extends Insights {
  schema: number;
}
