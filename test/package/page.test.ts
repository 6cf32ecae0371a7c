import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const page = fileURLToPath(new URL('../../dist/web/', import.meta.url));
const read = (path: string) => readFileSync(join(page, path));
const html = read('index.html').toString();

describe('the built page', () => {
  it('starts with less than 150 kB of JavaScript, compressed', () => {
    const scripts = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map((match) => match[1] ?? '');
    expect(scripts.length).toBeGreaterThan(0);
    const bytes = scripts.reduce((sum, path) => sum + gzipSync(read(path)).length, 0);
    expect(bytes).toBeLessThan(150_000);
  });

  it('needs nothing that its policy refuses: no inline script or style, nothing from elsewhere', () => {
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|https?:\/\//);
    for (const path of globSync('assets/*.css', { cwd: page }))
      expect(read(path).toString()).not.toMatch(/url\((?:data:|https?:)/);
  });

  it('has the grammars of the package: each stands once', () => {
    const dist = join(page, '..');
    const holders = globSync('**/*.js', { cwd: dist }).filter((path) =>
      /JSON\.parse\(["'`]\{\\?"displayName/.test(readFileSync(join(dist, path), 'utf8')),
    );
    expect(holders.length).toBeGreaterThan(20);
    for (const path of holders) expect(path).toMatch(/^web[\\/]assets[\\/]grammars[\\/]/);
  });

  it('comes with the licence of everything that is bundled', () => {
    const licences = read('licences.txt').toString();
    for (const name of [
      'react',
      'react-dom',
      'markdown-it',
      '@tanstack/react-virtual',
      '@shikijs/vscode-textmate',
      '@shikijs/langs',
      'Inter',
      'diff',
    ]) {
      expect(licences).toMatch(new RegExp(`^${name.replaceAll('/', '\\/')} \\d`, 'm'));
    }
  });
});
