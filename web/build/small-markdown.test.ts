import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import MarkdownIt from 'markdown-it';
import { afterAll, expect, it } from 'vitest';
import { smallMarkdown } from './small-markdown.ts';

const whole = fileURLToPath(import.meta.resolve('markdown-it'));
// Beside this test, so that the imports of the parser are found.
const path = fileURLToPath(new URL(`./small-markdown-${process.pid}.mjs`, import.meta.url));
afterAll(() => rmSync(path, { force: true }));

it('the parser of the page gives the tokens of the whole one, with links, quotes and HTML as they are written', async () => {
  const code = smallMarkdown(readFileSync(whole, 'utf8'));
  writeFileSync(path, code.replace(/^\/\/# sourceMappingURL=.*$/m, ''));
  const { default: Small }: { default: typeof MarkdownIt } = await import(pathToFileURL(path).href);
  const options = { html: false, linkify: false };
  const texts = [
    '# a\n\n*b* **c** ~~d~~ `e` [f](https://g.h "i") ![j](k.png) <https://l.m>\n\n> n\n> - o\n>   1. p\n',
    '| a | b |\n|---|:-:|\n| "c" | (c) -- ... |\n\n```ts\nconst x = 1;\n```\n\n    indented\n',
    '<div onclick="x()">html</div>\n\n<b>inline</b> https://bare.example www.bare.example &amp; &#35; \\* line  \nbreak\n',
    '[ref]: https://a.b "t"\n[ref] [ref][] [x][ref]\n\nSetext\n===\n***\n',
    `${'*'.repeat(2000)}a${'['.repeat(2000)}${'> '.repeat(500)}`,
  ];
  for (const text of texts) {
    expect(JSON.stringify(new Small(options).parse(text, {}))).toBe(
      JSON.stringify(new MarkdownIt(options).parse(text, {})),
    );
  }
});

it('a parser of another shape is refused instead of being sent as it is', () => {
  expect(() => smallMarkdown('export default 1;')).toThrow('has changed');
});
