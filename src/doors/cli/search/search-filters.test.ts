import { describe, expect, it } from 'vitest';
import { parseFilters, parseLimit } from './search-filters.ts';

describe('the filters of a search', () => {
  it('are those that were given, folders by their whole names', async () => {
    const filters = await parseFilters({
      agent: 'codex',
      project: ['/a', '/b/../c'],
      role: 'user',
      kind: 'text',
      errors: true,
    });
    expect(filters).toMatchObject({ agent: 'codex', projects: ['/a', '/c'], role: 'user', kind: 'text', errors: true });
    expect((await parseFilters({ here: true })).projects).toContain(process.cwd());
    expect((await parseFilters({})).projects).toBeUndefined();
    expect([parseLimit(undefined), parseLimit('3')]).toEqual([20, 3]);
  });

  it.each([
    [{ agent: 'codx' }, "did you mean 'codex'"],
    [{ kind: 'txt' }, "did you mean 'text'"],
    [{ role: 'me' }, '--role takes user, assistant, system'],
    [{ since: 'then' }, "see 'threadline search --help'"],
    [{ until: 'then' }, "see 'threadline search --help'"],
    [{ here: true, project: ['.'] }, 'exclude each other'],
    [{ since: 'today', until: 'yesterday' }, '--until yesterday is before --since today'],
  ])('refuse %j', async (values, message) => {
    await expect(parseFilters(values)).rejects.toThrow(message);
  });

  it.each(['0', '-1', '1.5', '99999999', 'all'])('take no limit %s', (limit) => {
    expect(() => parseLimit(limit)).toThrow('--limit takes');
  });
});
