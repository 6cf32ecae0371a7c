import { mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { chosenProjects, matchProject, oneProject } from './project.ts';

const folders = [
  '/home/me/work/checkout-api',
  '/home/me/work/checkout-api/packages/web',
  '/home/me/old/checkout-api',
  '/home/me/work/mobile-app',
  '/home/me/work/mobile-web',
  'C:\\Users\\me\\shop',
  '/srv/päd🐍',
];

describe('a project', () => {
  it.each([
    ['checkout-api', ['/home/me/old/checkout-api', '/home/me/work/checkout-api']],
    ['mobile-app', ['/home/me/work/mobile-app']],
    ['web', ['/home/me/work/checkout-api/packages/web']],
    ['shop', ['C:\\Users\\me\\shop']],
    ['päd🐍', ['/srv/päd🐍']],
  ])('is found by its name: %s', (name, expected) => expect(matchProject(name, folders)).toEqual(expected));

  it('is a folder above those of sessions, if none of them has the name', () => {
    expect(matchProject('packages', folders)).toEqual(['/home/me/work/checkout-api/packages']);
    expect(matchProject('old', folders)).toEqual(['/home/me/old']);
  });

  it('is found by a part of its name, else of its path, in any case', () => {
    expect(matchProject('E-APP', folders)).toEqual(['/home/me/work/mobile-app']);
    expect(matchProject('mobile', folders)).toEqual(['/home/me/work/mobile-app', '/home/me/work/mobile-web']);
    expect(matchProject('work/checkout', folders)).toEqual(['/home/me/work/checkout-api']);
    expect(matchProject('me/shop', folders)).toEqual(['C:\\Users\\me\\shop']);
    expect(matchProject('zzz', folders)).toEqual([]);
  });

  it('is found among 100,000 folders', () => {
    const many = Array.from({ length: 100_000 }, (_, n) => `/home/me/p${n}/src`);
    expect(matchProject('p99999', many)).toEqual(['/home/me/p99999']);
  });
});

describe('--project', () => {
  const root = mkdtempSync(join(tmpdir(), 'threadline-project-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  const nowhere = { homes: [join(root, 'none')] };

  it('takes any path, whether or not there is a session', async () => {
    expect(await chosenProjects('search', { project: ['/a', '/b/../c'] }, nowhere)).toEqual(['/a', '/c']);
    expect(await chosenProjects('search', { project: '~/x y' }, nowhere)).toEqual([join(homedir(), 'x y')]);
    expect(await chosenProjects('search', { project: 'C:\\x' }, nowhere)).toEqual(['C:\\x']);
    expect(await chosenProjects('search', { here: true }, nowhere)).toContain(process.cwd());
    expect(await chosenProjects('search', {}, nowhere)).toBeUndefined();
    expect(await oneProject('archive', './x', nowhere)).toBe(join(process.cwd(), 'x'));
  });

  it.each(['nobody', '', ' ', '-x', '__proto__', 'x'.repeat(100_000)])(
    'refuses %j: no session is there',
    async (name) => {
      await expect(chosenProjects('search', { project: name }, nowhere)).rejects.toThrow(
        "see 'threadline search --help'",
      );
    },
  );

  it('excludes --here', async () => {
    await expect(chosenProjects('search', { here: true, project: '/a' }, nowhere)).rejects.toThrow(
      'exclude each other',
    );
  });
});
