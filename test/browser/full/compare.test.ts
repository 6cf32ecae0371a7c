import { describe, expect, it } from 'vitest';
import { useFixture } from '../fixture/use-fixture.ts';
import { openPage } from '../open-page.ts';

const fixture = useFixture();
const open = (path: string) => openPage(fixture.browser, fixture.server.url + path);

describe('two sessions side by side', () => {
  it('have their figures and their steps, and what is equal is folded until it is opened', async () => {
    const { page, offences, close } = await open('/compare?a=codex/live&b=claude/port');
    await page.locator('[data-step]').first().waitFor();
    expect(await page.locator('main').getAttribute('data-page')).toBe('compare');
    expect(await page.locator('[data-figure="tokens"] [data-value]').first().getAttribute('data-value')).toBe('184000');
    const kinds = () =>
      page.locator('[data-step]').evaluateAll((all) => all.map((one) => one.getAttribute('data-step')));
    expect(await kinds()).toEqual(['same', 'b', 'differs', 'differs', 'same']);
    await page.getByRole('button', { name: 'show' }).click();
    expect(await kinds()).toEqual(['same', 'same', 'same', 'same', 'same', 'b', 'differs', 'differs', 'same']);
    await page.getByRole('button', { name: 'Only B 1' }).click();
    expect(await kinds()).toEqual(['b']);
    expect(offences).toEqual([]);
    await close();
  });

  it('are walked by keys: n goes to the next difference, Enter to its row, s swaps them', async () => {
    const { page, close } = await open('/compare?a=codex/live&b=claude/port');
    await page.locator('[data-step]').first().waitFor();
    await page.keyboard.press('s');
    await page.waitForURL(/a=claude%2Fport&b=codex%2Flive/);
    await page.locator('[data-step]').first().waitFor();
    await page.keyboard.press('n');
    await page.locator('[data-step="b"][aria-current="true"]').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/s\/claude\/port#L\d+/);
    await close();
  });

  it('have the rows of a shared step beside each other, by Enter and by a button', async () => {
    const { page, offences, close } = await open('/compare?a=codex/live&b=claude/port');
    await page.locator('[data-step]').first().waitFor();
    // The first difference is a step of B alone, which has one thread to open.
    for (const key of ['n', 'n', 'Enter']) await page.keyboard.press(key);
    const sides = page.locator('.step-rows .step-side');
    await expect.poll(() => sides.locator('article[data-row]').count()).toBe(2);
    expect(await sides.evaluateAll((all) => all.map((one) => one.getAttribute('data-side')))).toEqual(['a', 'b']);
    expect(await page.getByRole('link', { name: 'Open B in its thread' }).getAttribute('href')).toMatch(
      /^\/s\/claude\/port#L\d+$/,
    );
    await page.getByRole('button', { name: 'read both', expanded: true }).click();
    await expect.poll(() => sides.count()).toBe(0);
    expect(offences).toEqual([]);
    await close();
  });

  it('say how the tests of each ended, as a link to the last command that ran some', async () => {
    const { page, close } = await open('/compare?a=codex/live&b=claude/port');
    const tests = page.locator('[data-figure="tests"]');
    await tests.waitFor();
    expect(await tests.getByRole('link').allTextContents()).toEqual(['413 passed', '2 failed, 411 passed']);
    expect(await tests.getByRole('link').first().getAttribute('data-value')).toBe('413');
    await tests.getByRole('link', { name: '2 failed' }).click();
    await page.waitForURL(/\/s\/claude\/port#L66/);
    await close();
  });

  it('take a third one by its words, by keys alone', async () => {
    const { page, close } = await open('/compare?a=codex/live&b=claude/port');
    await page.getByRole('button', { name: 'Add a third' }).click();
    await page.getByRole('option').first().waitFor();
    await page.keyboard.type('rewound');
    await expect.poll(() => page.getByRole('option').allTextContents()).toHaveLength(1);
    await page.keyboard.press('Enter');
    await page.waitForURL(/a=codex%2Flive&b=claude%2Fport&c=gemini%2F/);
    expect(await page.getByRole('button', { name: 'Add a third' }).count()).toBe(0);
    await close();
  });

  it('can be kept as the JSON of the command', async () => {
    const { page, close } = await open('/compare?a=codex/live&b=claude/port');
    const coming = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export' }).click();
    expect((await coming).suggestedFilename()).toBe('comparison.json');
    await close();
  });

  it('are chosen by marks in the list', async () => {
    const { page, close } = await open('/');
    await page.locator('.session-row').first().waitFor();
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
    await page.getByRole('link', { name: 'Compare', exact: true }).click();
    await page.waitForURL(/\/compare\?a=.*&b=/);
    await close();
  });
});

describe('a star', () => {
  it('is given and taken on the page of a session, with the token of the page, and shown by the news', async () => {
    const { page, close } = await open('/s/codex/live/time');
    const star = page.getByRole('button', { name: 'Star' });
    await star.click();
    await page.locator('button[aria-label="Star"][aria-pressed="true"]').waitFor();
    await star.click();
    await page.locator('button[aria-label="Star"][aria-pressed="false"]').waitFor();
    const sent = fixture.server.requests.filter((one) => one.startsWith('POST'));
    expect(sent).toEqual([
      'POST /api/sessions/codex/live/noted none {"kind":"star","undo":false}',
      'POST /api/sessions/codex/live/noted none {"kind":"star","undo":true}',
    ]);
    await close();
  });

  it('has a title, tags and a note beside it, of which only what was changed is sent', async () => {
    const { page, close } = await open('/s/codex/live');
    await page.getByRole('button', { name: 'Title, tags and note' }).click();
    await page.getByLabel('Tags, with commas').fill('db, slow');
    await page.getByLabel('Note').last().fill('see turn 3');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('dialog').waitFor({ state: 'detached' });
    const sent = fixture.server.requests
      .filter((one) => one.startsWith('POST'))
      .map((one) => one.split(' ').slice(3).join(' '));
    expect(sent).toEqual(['{"kind":"tag","words":["db","slow"]}', '{"kind":"note","text":"see turn 3"}']);
    await close();
  });
});

describe('the list', () => {
  it('is narrowed to starred sessions, and keeps searches that are saved', async () => {
    const { page, close } = await open('/');
    await page.getByRole('button', { name: 'Starred' }).click();
    await page.waitForURL(/starred=1/);
    await page.getByRole('button', { name: /^Saved/ }).click();
    await page.getByText('Save this search').click();
    await page.goto(`${fixture.server.url}/`);
    await page.getByRole('button', { name: /^Saved/ }).click();
    await page.getByText('starred', { exact: true }).click();
    await page.waitForURL(/starred=1/);
    await close();
  });
});
