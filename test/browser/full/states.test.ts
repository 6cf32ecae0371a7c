import { describe, expect, it } from 'vitest';
import { hello } from '../fixture/answers.ts';
import { useFixture } from '../fixture/use-fixture.ts';
import { openPage, waitForServerGone } from '../open-page.ts';

const fixture = useFixture();

describe('states without content', () => {
  it('says which filter leaves nothing, and takes it away', async () => {
    const { page, close } = await openPage(fixture.browser, `${fixture.server.url}/?status=done&agent=gemini`);
    await page.getByText('No session matches').waitFor();
    await page.getByRole('button', { name: 'Show all sessions' }).click();
    await page.locator('.session-row').first().waitFor();
    await close();
  });

  it('keeps what is shown until another list is there, and takes several of a kind', async () => {
    const { page, close } = await openPage(fixture.browser, `${fixture.server.url}/?agent=gemini`);
    const agents = () => page.locator('.session-row .agent > [aria-hidden]').allInnerTexts();
    await page.locator('.session-row').first().waitFor();
    expect(new Set(await agents())).toEqual(new Set(['ge']));
    // From now on the page notes whether it was ever without a row.
    await page.evaluate(() => {
      const note = () => {
        if (!document.querySelector('.session-row')) document.body.dataset.wasEmpty = 'yes';
      };
      new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
    });
    await page.getByRole('button', { name: /^Agent/ }).click();
    await page.getByRole('menuitemcheckbox', { name: /Claude/ }).click();
    await expect.poll(async () => new Set(await agents())).toEqual(new Set(['ge', 'cl']));
    expect(new URL(page.url()).searchParams.getAll('agent')).toEqual(['gemini', 'claude']);
    // The menu stays for the next choice.
    await page.getByRole('menuitemcheckbox', { name: /Gemini/ }).click();
    await expect.poll(async () => new Set(await agents())).toEqual(new Set(['cl']));
    expect(await page.evaluate(() => document.body.dataset.wasEmpty)).toBeUndefined();
    await close();
  });

  it('says where it looked when there is no session at all', async () => {
    fixture.server.heads.splice(0);
    const { page, close } = await openPage(fixture.browser, fixture.server.url);
    await page.getByText('No session found').waitFor();
    await page.getByText('/home/ada/.codex').waitFor();
    await close();
  });

  it('says what failed and asks again', async () => {
    fixture.server.failing.set('/api/usage', 'internal');
    const { page, close } = await openPage(fixture.browser, `${fixture.server.url}/usage`);
    await page.getByText('The server could not answer').waitFor();
    fixture.server.failing.clear();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('36 weeks').waitFor();
    await close();
  });

  it('of a team leads to the log-out, also where there is no room for the foot of the navigation', async () => {
    const { page, close } = await openPage(fixture.browser, fixture.server.url, {
      viewport: { width: 400, height: 800 },
    });
    const features = { ...hello.features, team: true };
    await page.route('**/api/hello', (route) =>
      route.fulfill({ json: { ...hello, remote: true, person: 'Anna <b>', features } }),
    );
    await page.reload();
    const link = page.getByRole('link', { name: 'Account of Anna <b>' });
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe('/auth/account');
    // All places of the bar are on the screen, each with its whole name.
    const isCut = await page
      .locator('.bottomnav a')
      .evaluateAll((links) =>
        links.some((one) => one.scrollWidth > one.clientWidth || one.getBoundingClientRect().right > 400),
      );
    expect(isCut).toBe(false);
    await close();
  });

  it('has a band for the sample and for the first index', async () => {
    const index = { ...hello.index, state: 'indexing', done: 310 } as const;
    const { page, close } = await openPage(fixture.browser, fixture.server.url);
    await page.route('**/api/hello', (route) => route.fulfill({ json: { ...hello, sample: true, index } }));
    await page.goto(fixture.server.url);
    await page.locator('.band').getByText('bundled sample').waitFor();
    await page.getByText('310 of 12,408 files').waitFor();
    await close();
  });

  it('keeps what is shown and says how to start the server when it is gone', async () => {
    const { page, close } = await openPage(fixture.browser, fixture.server.url);
    await page.locator('.session-row').first().waitFor();
    await fixture.server.close();
    await waitForServerGone(page);
    expect(await page.locator('.session-row').count()).toBeGreaterThan(3);
    await fixture.startAgain();
    await close();
  });

  it('shows a fault in one row there, and the other rows', async () => {
    const broken = { ...fixture.server.rows[3], blocks: [{ type: 'command', command: null }] };
    Object.assign(fixture.server.rows[3] ?? {}, broken);
    const { page, close } = await openPage(fixture.browser, `${fixture.server.url}/s/codex/live#top`, {
      viewport: { width: 1280, height: 4000 },
    });
    await page.locator('article[data-row="3"]').getByText('This row could not be drawn').waitFor();
    await page.locator('article[data-row="4"]').waitFor();
    await close();
  });
});

describe('a page that cannot be shown', () => {
  it('says so in its place, and the frame around it leads elsewhere', async () => {
    const { page, close } = await openPage(fixture.browser, fixture.server.url);
    await page.route('**/api/usage?*', (route) =>
      route.fulfill({ json: { schema: 1, rows: 0, total: { requests: 1 } } }),
    );
    await page.locator('nav.nav').getByRole('link', { name: 'Usage', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'This page could not be drawn' }).waitFor();
    await page.getByText(/is not a function|undefined/).waitFor();
    await page.locator('nav.nav').getByRole('link', { name: 'Problems' }).click();
    await page.getByText('invalid-json').waitFor();
    await page.unroute('**/api/usage?*');
    await page.locator('nav.nav').getByRole('link', { name: 'Usage', exact: true }).click();
    await page.getByText('36 weeks').waitFor();
    await close();
  });

  it('says that a part is missing where its code does not come, and loads it again', async () => {
    const { page, close } = await openPage(fixture.browser, fixture.server.url);
    await page.route('**/assets/transcript-*.js', (route) => route.abort());
    await page.locator('.session-row').first().click();
    await page.getByRole('heading', { level: 1, name: 'A part of this page is missing' }).waitFor();
    expect(await page.locator('nav.nav').getByRole('link', { name: 'Usage', exact: true }).count()).toBe(1);
    await page.unroute('**/assets/transcript-*.js');
    await page.getByRole('button', { name: 'Load again' }).click();
    await page.locator('article[data-row="0"]').waitFor();
    await close();
  });
});

describe('a session that failed', () => {
  it('says that its file just ends, where no error says why', async () => {
    Object.assign(fixture.server.heads.find(({ key }) => key === 'codex/live') ?? {}, { status: 'failed' });
    const { page, close } = await openPage(fixture.browser, `${fixture.server.url}/s/codex/live`);
    await page.getByText('The file ends here: the agent was killed or crashed').waitFor();
    await close();
  });
});

describe('a session whose file is gone', () => {
  const BAND = 'The agent deleted the file of this session';

  it('says so above its rows and in the list, and of its lines that they went with it', async () => {
    const head = fixture.server.heads.find(({ key }) => key === 'codex/live');
    Object.assign(head ?? {}, { gone: true, status: 'done' });
    fixture.server.failing.set('/api/sessions/codex/live/lines', 'gone');
    const { page, close } = await openPage(fixture.browser, fixture.server.url);
    const row = page.locator('.session-row', { hasText: 'Framer drops CR' });
    await row.getByText('file deleted').waitFor();
    await row.click();
    await page.locator('.thread').getByText(BAND).waitFor();
    await page.locator('article[data-row="1"]').click({ position: { x: 60, y: 8 } });
    await page.getByText('Its raw lines are no longer available').waitFor();
    await close();
  });

  it('says so when the file goes while its page is open, and keeps the rows', async () => {
    const { page, close } = await openPage(fixture.browser, `${fixture.server.url}/s/codex/live#top`);
    await page.locator('article[data-row="1"]').waitFor();
    expect(await page.getByText(BAND).count()).toBe(0);
    const head = fixture.server.heads.find(({ key }) => key === 'codex/live');
    if (!head) throw new Error('the fixture has no such session');
    const upserts = [{ ...head, gone: true as const, status: 'done' as const }];
    fixture.server.send({ event: 'list', data: { upserts, gone: [], sessions: 13, revision: 2, index: hello.index } });
    await page.locator('.thread').getByText(BAND).waitFor();
    expect(await page.locator('article[data-row="1"]').count()).toBe(1);
    await close();
  });
});

describe('export', () => {
  it('lists what redaction replaces before there is anything to download', async () => {
    const { page, close } = await openPage(fixture.browser, `${fixture.server.url}/s/codex/live#top`);
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export session' });
    await dialog.getByText('3 places are replaced').waitFor();
    await dialog.getByText('openai-key').waitFor();
    await dialog.getByText('Markdown').click();
    const link = dialog.getByRole('link', { name: /Download/ });
    expect(await link.getAttribute('href')).toBe('/api/sessions/codex/live/export?format=markdown&redact=1');
    await close();
  });
});
