import { firstWords } from '../../../core/facts/first-words.ts';
import { amount } from '../../../core/text/amount.ts';
import { sumUsd } from '../../../machine/insights/priced-request.ts';
import type { SessionStory } from '../../../machine/insights/session-story.ts';
import type { UsageGrouping } from '../../../machine/usage/usage-key.ts';
import { type UsageReport, usageReport } from '../../../machine/usage/usage-report.ts';
import type { UsageRow } from '../../../machine/usage/usage-row.ts';
import type { GatheredInsights } from '../insights/gather-insights.ts';
import { costText, dollars, shortCount } from '../usage/amounts.ts';
import { keyText } from '../usage/key-text.ts';
import type { UsageOptions } from '../usage/usage-options.ts';
import type { ReportDocument, ReportSection, ReportTable } from './report-document.ts';

export interface ReportOptions extends UsageOptions {
  /** The name of this machine; empty for a server, whose sessions tell theirs. */
  machine: string;
  /** Replaces secrets. */
  safe(text: string): string;
}

/** More are only counted: a mail is read to its end. */
const SHOWN_SESSIONS = 40;
const SHOWN_FAILED = 20;
const MOST_TITLE = 120;
const GROUPS: readonly UsageGrouping[] = ['project', 'model', 'agent', 'day'];

interface Line {
  agent: string;
  id: string;
  /** The machine says who: a report of one machine is of its owner. */
  machine: string;
  parent: string | undefined;
  title: string;
  project: string;
  isFailed: boolean;
  prompts: number;
  calls: number;
  failed: number;
  usd: number | null;
}

/** Takes the stories of sessions one by one, and makes the report of them. */
export function createReportDocument(options: ReportOptions) {
  const { safe, machine, since = '', until, calendar } = options;
  const all: Line[] = [];

  function addStory(story: SessionStory, _?: string, of?: string): void {
    all.push({
      machine: safe(of ?? machine),
      agent: story.agent,
      id: story.id,
      parent: story.parent,
      title: safe(firstWords(story.title, MOST_TITLE)) || '(no title)',
      project: safe(keyText(story.project ?? '', 'project')),
      isFailed: story.status === 'failed',
      prompts: story.prompts.length,
      calls: story.calls.length,
      failed: story.calls.filter(({ failed }) => failed).length,
      usd: sumUsd(story.requests.map(({ usd }) => usd)),
    });
  }

  function document({ insights, rows }: GatheredInsights): ReportDocument {
    const sessions = withAgents(all);
    const total = report(rows, 'day').total;
    const failed = sessions.filter(({ isFailed }) => isFailed);
    const [first, last] = [since, until ?? calendar.day(Date.now())].map((time) => time.slice(0, 10));
    const days = first === last ? first : `${first} to ${last}`;
    return {
      title: `What agents did, ${days}`,
      summary: [
        `${place(sessions)}${amount(sessions.length, 'session')}${startedText(all, sessions)}, ` +
          `${amount(total.requests, 'request')}, ` +
          `${shortCount(total.total)} tokens, ${total.costUsd === null ? 'no known cost' : `${bare(costText(total))} USD`}. ` +
          `${failed.length === 0 ? 'No session' : amount(failed.length, 'session')} ended in failure.`,
      ],
      sections: [
        done(sessions),
        ...GROUPS.map((by) => costSection(report(rows, by))),
        failures(
          failed,
          insights.findings.map(({ title, text }) => safe(`${title}. ${text}`)),
        ),
      ],
    };
  }

  function place(sessions: readonly Line[]): string {
    if (machine !== '') return `On ${machine}: `;
    const machines = new Set(sessions.map(({ machine: of }) => of).filter((of) => of !== ''));
    return machines.size === 0 ? '' : `On ${amount(machines.size, 'machine')}: `;
  }

  function report(rows: readonly UsageRow[], by: UsageGrouping): UsageReport {
    return usageReport(rows, { ...options, by });
  }

  function done(sessions: readonly Line[]): ReportSection {
    return {
      title: 'What was done',
      texts: restText(sessions.length, SHOWN_SESSIONS, 'session'),
      table: sessionTable(sessions.slice(0, SHOWN_SESSIONS)),
    };
  }

  function sessionTable(lines: readonly Line[]): ReportTable {
    return {
      columns: ['Session', 'Agent', 'Machine', 'Folder', 'Prompts', 'Calls', 'Failed', 'USD', 'State'],
      rows: lines.map(({ title, agent, machine: of, project, prompts, calls, failed, usd, isFailed }) => [
        ...[title, agent, of, project, String(prompts), String(calls), String(failed)],
        usd === null ? '?' : bare(dollars(usd)),
        isFailed ? 'failed' : '',
      ]),
    };
  }

  function costSection({ by, rows, zone, prices }: UsageReport): ReportSection {
    return {
      title: `What it cost by ${by}`,
      ...(by === 'day' && { texts: [`Days of ${zone}, prices of ${prices.date}.`] }),
      table: {
        columns: [
          by.charAt(0).toUpperCase() + by.slice(1),
          'Sessions and agents',
          'Requests',
          'Input',
          'Output',
          'USD',
        ],
        rows: rows.map((row) => [
          safe(keyText(row.key, by)),
          String(row.sessions),
          String(row.requests),
          ...[row.input, row.output].map(shortCount),
          bare(costText(row)),
        ]),
      },
    };
  }

  function failures(failed: readonly Line[], findings: readonly string[]): ReportSection {
    const rest = restText(failed.length, SHOWN_FAILED, 'failed session');
    return {
      title: 'What failed',
      texts: failed.length + findings.length === 0 ? ['Nothing.'] : [...findings, ...rest],
      table: {
        columns: ['Session', 'Folder', 'USD', 'threadline show'],
        rows: failed
          .slice(0, SHOWN_FAILED)
          .map(({ title, project, usd, agent, id }) => [
            title,
            project,
            usd === null ? '?' : bare(dollars(usd)),
            `${agent}:${id}`,
          ]),
      },
    };
  }

  return { addStory, document };
}

/** Without the sign, which Markdown would have to escape. */
function bare(cost: string): string {
  return cost.replace('$', '');
}

/** Sessions of people, each with what the agents did that it started. The most expensive first. */
function withAgents(all: readonly Line[]): Line[] {
  const known = new Map(all.map((line) => [`${line.agent}:${line.id}`, { ...line }]));
  const rootOf = (line: Line): Line => {
    let root = line;
    // A chain that comes back to itself ends here.
    for (let depth = 0; depth < MOST_DEPTH; depth += 1) {
      const parent = root.parent === undefined ? undefined : known.get(`${root.agent}:${root.parent}`);
      if (!parent || parent === root) break;
      root = parent;
    }
    return root;
  };
  const roots = new Set<Line>();
  for (const line of known.values()) {
    const root = rootOf(line);
    roots.add(root);
    if (root === line) continue;
    root.calls += line.calls;
    root.failed += line.failed;
    root.usd = root.usd === null && line.usd === null ? null : (root.usd ?? 0) + (line.usd ?? 0);
  }
  return [...roots].sort((one, other) => (other.usd ?? 0) - (one.usd ?? 0) || (one.id < other.id ? -1 : 1));
}

const MOST_DEPTH = 100;

/** What usage counts as sessions of their own, and the tables of what it cost with it. */
function startedText(all: readonly Line[], sessions: readonly Line[]): string {
  const started = new Set(all.map(({ agent, id }) => `${agent}:${id}`)).size - sessions.length;
  return started === 0 ? '' : ` and ${amount(started, 'agent')} that they started`;
}

function restText(count: number, shown: number, noun: string): string[] {
  return count > shown ? [`The ${shown} most expensive ones of ${amount(count, noun)}.`] : [];
}
