import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import MarkdownIt from 'markdown-it';
import { expect, it } from 'vitest';
import { smallMarkdown, smallMarkdownForEsbuild } from './small-markdown.ts';

const root = new URL('../../', import.meta.url);

/** The parser as it is in what is built. */
async function smallParser(): Promise<typeof MarkdownIt> {
  const { outputFiles } = await build({
    stdin: { contents: "export { default } from 'markdown-it'", resolveDir: import.meta.dirname },
    plugins: [smallMarkdownForEsbuild],
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  return (await import(`data:text/javascript;base64,${code}`)).default;
}

const HOSTILE = [
  '<div>\n<b onclick="x">a</b>\n\n</div> <!-- c --> <?php ?> <![CDATA[x]]> <a href="x">y</a>',
  'http://example.org www.example.org a@b.c <http://a.b/%20c> <a@b.c> [x](http://a.b) [x]: y',
  '"quotes" \'single\' (c) (tm) +- ... -- --- ???? !!!!',
  '| a | b |\n|:-:|--:|\n| `c` | ~~d~~ |\n\n1. x\n   - y\n\n> z\n\n```js\nf()\n```\n\nh\n===\n&amp; &copy; &#65; &nosuch; \\* ![i](j "k")',
  `${'*'.repeat(2000)}a${'['.repeat(2000)}${'> '.repeat(500)}`,
];

it('reads Markdown as the whole parser does, with our options', async () => {
  const options = { html: false, linkify: false };
  const whole = new MarkdownIt(options);
  const small = new (await smallParser())(options);
  const texts = ['README.md', 'CHANGELOG.md', 'docs/live.md'].map((path) => readFileSync(new URL(path, root), 'utf8'));
  for (const text of [...texts, ...HOSTILE]) {
    expect(JSON.stringify(small.parse(text, {}))).toBe(JSON.stringify(whole.parse(text, {})));
  }
  for (const address of ['http://Ä.example/ü?x=%zz', 'mailto:a@ö.b', '//a', 'javascript:x', '']) {
    expect(small.normalizeLink(address)).toBe(whole.normalizeLink(address));
  }
});

it('says so where the parser has changed', () => {
  expect(() => smallMarkdown('')).toThrow('markdown-it has no');
});
