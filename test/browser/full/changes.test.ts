import { describe, expect, it } from 'vitest';
import { useFixture } from '../fixture/use-fixture.ts';
import { openPage } from '../open-page.ts';

const fixture = useFixture();

async function openChanges(query = '') {
  const opened = await openPage(fixture.browser, `${fixture.server.url}/s/codex/live/changes${query}`);
  await opened.page.locator('[data-hunk]').first().waitFor();
  return opened;
}

describe('the changes of a session', () => {
  it('name the commit behind a part, and the lines that are in none', async () => {
    const { page, close } = await openChanges();
    await page.getByText('b70e5d4', { exact: false }).first().waitFor();
    expect(await page.locator('.hunk-commits [data-value]').getAttribute('data-value')).toBe('1');
    await close();
  });

  it('take comments on lines, which become one prompt and stand in no command', async () => {
    const { page, offences, close } = await openChanges();
    await page.locator('[data-hunk] td.number', { hasText: '61' }).first().click();
    await page.getByRole('textbox', { name: 'Comment' }).fill('Use the name; $(rm -rf ~)');
    await page.getByRole('button', { name: 'Add comment' }).click();
    await page.locator('[data-comment]').waitFor();
    await page.getByRole('button', { name: 'Comment', exact: true }).first().click();
    await page.getByRole('textbox', { name: 'Comment' }).fill('And here');
    await page.getByRole('button', { name: 'Add comment' }).click();
    await page.getByText('2 comments').waitFor();
    // They stay until they are sent.
    await page.reload();
    await page.getByText('2 comments').waitFor();
    await page.getByRole('button', { name: 'Resume with it' }).click();
    const dialog = page.locator('dialog');
    expect(await dialog.locator('code').textContent()).toBe('threadline resume live');
    const prompt = (await dialog.locator('pre').textContent()) ?? '';
    expect(prompt).toMatch(
      /framer\.ts:60\n> let start = .*\nAnd here\n\n.*framer\.ts:61\n> .*\nUse the name; \$\(rm -rf ~\)/,
    );
    expect(offences).toEqual([]);
    await close();
  });

  it('begin at the file that the address names', async () => {
    const { page, close } = await openChanges('?file=src/lines/framer.ts');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-path')))
      .toBe('/home/ann/threadline/src/lines/framer.ts');
    await close();
  });

  it('keep what was viewed on the server', async () => {
    const { page, close } = await openChanges();
    await page.getByRole('checkbox').first().click();
    await page.getByText('1 of 2 viewed').waitFor();
    const sent = fixture.server.requests.find((one) => one.startsWith('POST')) ?? '';
    expect(sent).toContain('{"kind":"view","words":["/home/ann/threadline/src/lines/framer.ts"],"undo":false}');
    await close();
  });

  it('are shown turn by turn', async () => {
    const { page, close } = await openChanges('?of=steps');
    expect(
      await page.locator('[data-turn]').evaluateAll((all) => all.map((one) => one.getAttribute('data-turn'))),
    ).toEqual(['1', '3']);
    await close();
  });

  it('list their commits, the lines in none, and what was undone', async () => {
    const { page, offences, close } = await openChanges();
    const files = page.getByRole('navigation', { name: 'Files' });
    await files.getByText('Commits from this session').waitFor();
    expect(await files.locator('[data-commit]').textContent()).toContain(
      'Test every <img src=x onerror=alert(1)> split',
    );
    expect(await files.locator('[data-lost]').getAttribute('data-lost')).toBe('1');
    expect(await files.locator('[data-undone]').textContent()).toContain('framer.ts.bak');
    expect(await page.locator('article[data-path$=".bak"]').count()).toBe(0);
    expect(offences).toEqual([]);
    await close();
  });

  it('are shown side by side by a key, and the address says so', async () => {
    const { page, close } = await openChanges();
    expect(await page.locator('[data-hunk]').first().locator('col').count()).toBe(0);
    await page.keyboard.press('d');
    await page.locator('[data-hunk] col').first().waitFor({ state: 'attached' });
    expect(page.url()).toContain('view=split');
    await page.reload();
    await page.locator('[data-hunk] col').first().waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Unified' }).click();
    await expect.poll(() => page.locator('[data-hunk] col').count()).toBe(0);
    await close();
  });

  it('are walked, viewed, commented on and traced by keys alone', async () => {
    const { page, close } = await openChanges();
    await page.keyboard.press('j');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-hunk'))).toBe('59,59');
    await page.keyboard.press('c');
    await page.getByRole('textbox', { name: 'Comment' }).waitFor();
    // Letters are the comment, not keys of the page.
    await page.keyboard.type('tidy dc');
    await page.keyboard.press('Control+Enter');
    expect(await page.locator('[data-comment]').textContent()).toContain('tidy dc');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-hunk'))).toBe('59,59');
    await page.keyboard.press('c');
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-hunk'))).toBe('59,59');
    await page.keyboard.press('J');
    await page.keyboard.press('J');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-path'))).toContain('onerror');
    await page.keyboard.press('v');
    await page.getByText('1 of 2 viewed').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-path'))).toContain('onerror');
    await page.keyboard.press('k');
    await page.keyboard.press('o');
    await page.locator('main[data-page="transcript"]').waitFor();
    expect(page.url()).toContain('/s/codex/live#L40');
    await close();
  });
});
