import { describe, expect, it } from 'vitest';
import { useFixture } from '../fixture/use-fixture.ts';
import { openPage } from '../open-page.ts';

const fixture = useFixture();

/** The words of the last search that the server was asked. */
function lastAsked(): URLSearchParams {
  const target = fixture.server.requests.findLast((request) => request.startsWith('/api/search')) ?? '';
  return new URLSearchParams(target.split('?')[1]);
}

describe('a search', () => {
  it('is narrowed to several agents and projects at once, and the address holds them', async () => {
    const { page, close } = await openPage(fixture.browser, `${fixture.server.url}/search?q=framer`);
    const facet = (name: RegExp) => page.getByRole('complementary').getByRole('button', { name });
    await page.locator('.hit-group').nth(1).waitFor();
    await facet(/^Codex/).click();
    await expect.poll(() => page.locator('.hit-group').count()).toBe(1);
    await facet(/^Claude Code/).click();
    await expect.poll(() => page.locator('.hit-group').count()).toBe(2);
    await facet(/threadline/).click();
    await expect.poll(() => lastAsked().getAll('project')).toEqual(['~/threadline']);
    expect(lastAsked().getAll('agent')).toEqual(['codex', 'claude']);
    expect(new URL(page.url()).searchParams.getAll('agent')).toEqual(['codex', 'claude']);
    await facet(/^Codex/).click();
    await expect.poll(() => lastAsked().getAll('agent')).toEqual(['claude']);
    await page.keyboard.press('Escape');
    await expect.poll(() => new URL(page.url()).search).toBe('?q=framer');
    await close();
  });

  it('says how its line was read, and takes a word away that narrows it', async () => {
    const line = encodeURIComponent('"the framer" agent:codex agent:claude tool:Bash');
    const { page, close } = await openPage(fixture.browser, `${fixture.server.url}/search?q=${line}`);
    await page.getByText('exact phrase', { exact: true }).waitFor();
    await expect.poll(() => lastAsked().getAll('agent')).toEqual(['codex', 'claude']);
    expect(lastAsked().get('q')).toBe('the framer');
    await page.getByRole('button', { name: 'Take away tool:Bash' }).click();
    await expect.poll(() => lastAsked().has('tool')).toBe(false);
    expect(await page.getByRole('searchbox').inputValue()).toBe('"the framer" agent:codex agent:claude');
    await close();
  });

  it('asks nothing for a line that only narrows', async () => {
    const { page, close } = await openPage(fixture.browser, `${fixture.server.url}/search?q=agent:codex`);
    await page.getByText('Words in any order').waitFor();
    expect(fixture.server.requests.filter((request) => request.startsWith('/api/search'))).toEqual([]);
    await close();
  });
});
