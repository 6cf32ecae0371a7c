import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Comparison } from '../../../src/machine/compare/compare-sessions.ts';
import type { Insights } from '../../../src/machine/insights/insights.ts';
import type { OutcomeInsights } from '../../../src/machine/outcome/outcome.ts';
import type { CommittedChanges } from '../../../src/machine/provenance/committed-changes.ts';
import { runCli } from '../../cli/run-cli.ts';
import { writeRandomWork } from '../../doors/random-work.ts';
import { launchChromium } from '../launch-chromium.ts';
import { openPage } from '../open-page.ts';
import { type RealViewer, startViewerOn } from './real-viewer.ts';

const HOMES = Number(process.env.THREADLINE_FIGURE_HOMES ?? 2);
const SEED = Number(process.env.THREADLINE_FIGURE_SEED ?? 21);
/** Lines that are not in sight do not exist. */
const tall = { viewport: { width: 1440, height: 9000 } };

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** The bare numbers of some elements; an empty value stands for what is not known. */
function bare(figures: Locator): Promise<(number | null)[]> {
  return figures.evaluateAll((all) =>
    all.map((one) => {
      const text = one.getAttribute('data-value');
      return text === '' || text === null ? null : Number(text);
    }),
  );
}

interface Used {
  input: number;
  cached: number;
  cache_write: number;
  output: number;
  cost_usd: number | null;
}

describe.each(Array.from({ length: HOMES }, (_, index) => SEED + index))('the pages of random home %i', (seed) => {
  let real: RealViewer;
  let home: string;
  let repository: string;
  let names: string[];
  beforeAll(async () => {
    real = await startViewerOn((folder) => {
      ({ home, repository } = writeRandomWork(folder, seed));
      return [home];
    });
    const { sessions } = await said<{ sessions: { id: string; parent_id: unknown }[] }>('sessions', '--all');
    names = sessions.filter(({ parent_id }) => parent_id === null).map(({ id }) => id);
    expect(names.length).toBeGreaterThan(1);
  });
  afterAll(() => real.close());

  async function said<Answer>(...args: string[]): Promise<Answer> {
    const { stdout, stderr, exitCode } = await runCli([...args, '--json', '--home', home], { cwd: real.folder });
    if (exitCode !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  }

  /** Opens a page, waits until it has its figures, and looks at them. */
  async function look(place: string, query: string, see: (page: Page) => Promise<void>): Promise<void> {
    const { page, offences, close } = await openPage(browser, real.url(''), tall);
    // The visit with the token keeps no other words of the address.
    await page.goto(`${real.viewer.address}${place}?${query}`);
    await page.locator('main[data-state="ready"], main[data-state="empty"]').waitFor();
    await see(page);
    expect(offences).toEqual([]);
    await close();
  }

  it('show as changed what threadline changes does', async () => {
    for (const id of names) {
      const told = await said<CommittedChanges>('changes', `claude:${id}`, '--repo', repository);
      const files = told.files.filter(({ kind }) => kind !== 'undone');
      const sum = (pick: (file: (typeof files)[number]) => number) => files.reduce((all, one) => all + pick(one), 0);
      await look(`s/claude/${id}/changes`, '', async (page) => {
        if (told.files.length === 0) return expect(await page.locator('[data-path]').count()).toBe(0);
        const shown = await bare(page.locator('.changes-bar > span > [data-value]'));
        expect(shown).toEqual([sum(({ added }) => added), sum(({ removed }) => removed), files.length]);
        for (const { path, added, removed, lost = 0, hunks = [] } of files) {
          const file = page.locator(`article[data-path="${path}"]`);
          expect([path, await bare(file.locator('h2 ins, h2 del'))]).toEqual([path, [added, removed]]);
          expect([path, await bare(file.locator('h2 .warn[title]'))]).toEqual([path, lost > 0 ? [lost] : []]);
          const open = hunks
            .map(({ commits = [] }) => commits.reduce((all, one) => all + (one.commit === null ? one.count : 0), 0))
            .filter((count) => count > 0);
          expect([path, await bare(file.locator('.hunk-commits [data-value]'))]).toEqual([path, open]);
          expect(await file.locator('[data-hunk]').count()).toBe(hunks.length);
        }
        const undone = await page.locator('[data-undone]').count();
        expect(undone).toBe(told.files.length - files.length);
        const everLost = await page
          .locator('[data-lost]')
          .evaluateAll((all) => all.map((one) => one.getAttribute('data-lost')));
        expect(everLost).toEqual(sum(({ lost = 0 }) => lost) > 0 ? [String(sum(({ lost = 0 }) => lost))] : []);
      });
    }
  }, 240_000);

  it('show as used what threadline usage --explain does, request by request', async () => {
    for (const id of names) {
      const { rows, total } = await said<{ rows: Used[]; total: Used }>('usage', '--explain', `claude:${id}`);
      if (rows.length === 0) continue;
      const sum = total.input + total.output;
      await look(`s/claude/${id}/usage`, '', async (page) => {
        const tile = (name: string) => bare(page.locator(`.tile[data-figure="${name}"] b`));
        expect([await tile('Tokens'), await tile('Requests'), await tile('Output')]).toEqual([
          [sum],
          [rows.length],
          [total.output],
        ]);
        expect((await tile('Cost'))[0]).toBeCloseTo(total.cost_usd ?? Number.NaN, 8);
        for (const [index, row] of rows.entries()) {
          const cells = await bare(page.locator(`tr[data-request="${index + 1}"] td[data-value]`));
          expect(cells).toEqual([row.input, row.cached, row.cache_write, row.output, row.cost_usd]);
        }
      });
      await look(`s/claude/${id}/time`, '', async (page) => {
        for (const [index, row] of rows.entries()) {
          const cells = await bare(page.locator(`[data-node="r${index + 1}"] .num`));
          expect(cells.slice(1)).toEqual([row.input + row.output, row.cost_usd]);
        }
        const turns = await bare(page.locator('.is-turn .num:nth-child(3)'));
        expect(turns.reduce<number>((all, one) => all + (one ?? 0), 0)).toBe(sum);
        const [whole = null] = await bare(page.locator('.parts'));
        const parts = await bare(page.locator('[data-part]'));
        expect(parts.reduce<number>((all, one) => all + (one ?? 0), 0)).toBe(whole);
      });
    }
  }, 240_000);

  it('show as found what threadline insights does', async () => {
    const told = await said<Insights & OutcomeInsights>('insights', '--since', '9000d');
    await look('insights', 'since=9000d', async (page) => {
      const head = await bare(page.locator('.page-title [data-value]'));
      expect(head).toEqual([told.of.sessions, told.of.costUsd]);
      for (const { title, value, evidence } of told.findings.slice(0, 6)) {
        const card = page.locator(`[data-code][data-title="${title.replaceAll('"', '\\"')}"]`);
        expect([title, await bare(card.locator('[data-value]'))]).toEqual([title, [evidence.total, value]]);
      }
      expect(await page.locator('[data-code]').count()).toBe(Math.min(6, told.findings.length));
      for (const { name, calls, failed, p50 = null, p95 = null, resultTokens, costUsd } of told.tools) {
        const cells = await bare(page.locator(`tr[data-tool="${name}"] td[data-value]`));
        expect([name, cells]).toEqual([name, [calls, failed, p50, p95, resultTokens, costUsd]]);
      }
      const outcomes = Object.entries(told.outcomeSessions).filter(([, { total }]) => total > 0);
      for (const [kind, { total }] of outcomes) {
        const cells = await bare(page.locator(`[data-outcome="${kind}"] [data-value]`));
        expect([kind, cells]).toEqual([kind, [total, told.outcome[kind as keyof typeof told.outcome]]]);
      }
      expect(await page.locator('[data-outcome]').count()).toBe(outcomes.length);
      for (const { hash, lines, costUsd } of told.commits.slice(0, 30)) {
        const cells = await bare(page.locator(`[data-commit="${hash}"] [data-value]`));
        expect([hash, cells]).toEqual([hash, [lines, costUsd]]);
      }
    });
  }, 120_000);

  it('show side by side what threadline compare does', async () => {
    for (const some of [names.slice(0, 2), names.slice(-3)]) {
      const told = await said<Comparison>('compare', ...some.map((id) => `claude:${id}`));
      const query = some.map((id, index) => `${'abc'[index]}=claude/${id}`).join('&');
      await look('compare', query, async (page) => {
        const sides = told.heads.map(({ side }) => side);
        for (const figure of told.figures) {
          const own = `[data-figure="${figure.name}"]`;
          const shown = await bare(page.locator(`div${own} .figure-value > :first-child, .figure-beside${own}`));
          expect([figure.name, shown]).toEqual([figure.name, sides.map((side) => figure[side] ?? null)]);
        }
        const counts = ['same', 'differs', ...sides].map((kind) => told.counts[kind as keyof typeof told.counts]);
        expect(await bare(page.locator('.compare-steps .chip [data-value]'))).toEqual([told.steps.length, ...counts]);
        for (const kind of ['differs', ...sides] as const)
          expect(await page.locator(`[data-step="${kind}"]`).count()).toBe(told.counts[kind]);
        for (const file of told.files) {
          const changed = sides.flatMap((side) => (file[side] ? [file[side].added, file[side].removed] : []));
          const cells = await bare(page.locator(`tr[data-path="${file.path}"] [data-value]`));
          expect([file.path, cells]).toEqual([file.path, [...changed, file.common]]);
        }
      });
    }
  }, 120_000);
});
