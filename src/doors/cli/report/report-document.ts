/** A report before it has a form. All texts are plain, and may be anything. */
export interface ReportDocument {
  title: string;
  /** One sentence each. */
  summary: readonly string[];
  sections: readonly ReportSection[];
}

export interface ReportSection {
  title: string;
  /** One sentence each, above the table. */
  texts?: readonly string[];
  table?: ReportTable;
}

export interface ReportTable {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}
