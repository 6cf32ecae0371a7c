import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { limits } from '../../limits/index.ts';
import { loadCodeTokenizers } from './code-tokens.ts';
import { languageNamed, languageOfPath, languages, loadGrammar } from './languages.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const createTokenizer = await loadCodeTokenizers(['ts', 'json', 'no such language']);

describe('code', () => {
  it('has its parts told apart', () => {
    expect(createTokenizer()('const a = "x"; // y\nf(1)', 'ts')).toEqual([
      [
        { text: 'const', kind: 'keyword' },
        { text: ' a = ' },
        { text: '"x"', kind: 'string' },
        { text: '; ' },
        { text: '// y', kind: 'comment' },
      ],
      [{ text: 'f', kind: 'function' }, { text: '(' }, { text: '1', kind: 'number' }, { text: ')' }],
    ]);
  });

  it('has the same colours whatever was loaded before', async () => {
    const text = '<script>const a = "x";</script>\n';
    const before = (await loadCodeTokenizers(['html']))()(text, 'html');
    await loadCodeTokenizers();
    expect((await loadCodeTokenizers(['html', 'ts']))()(text, 'html')).toEqual(before);
  });

  it('is coloured by one highlighter a language, however many documents there are', async () => {
    const documents: unknown[] = [];
    async function heapAfter(count: number): Promise<number> {
      for (let made = 0; made < count; made += 1) {
        const tokenize = (await loadCodeTokenizers(['ts', 'python', 'rust']))();
        for (const language of ['ts', 'python', 'rust']) tokenize('let a = 1', language);
        documents.push(tokenize);
      }
      collectGarbage();
      return process.memoryUsage().heapUsed;
    }
    const before = await heapAfter(3);
    // A highlighter of these takes over a megabyte.
    expect((await heapAfter(40)) - before).toBeLessThan(10e6);
  });

  it('says the same with and without its colours', () => {
    const code = 'let a = `x\n1`;\n\n\tif (a) { /* \ud83d\ude00 */ }\n';
    const lines = createTokenizer()(code, 'typescript') ?? [];
    expect(lines.map((line) => line.map(({ text }) => text).join('')).join('\n')).toBe(code);
  });

  it('has none in a language that was not loaded, or is not known', () => {
    const tokenize = createTokenizer();
    for (const name of ['python', 'no such language', '', '__proto__', 'constructor']) {
      expect(tokenize('a', name)).toBeUndefined();
    }
  });

  it('has none in a block that is too long, nor when a document had enough', () => {
    const tokenize = createTokenizer();
    expect(tokenize('1'.repeat(limits.maxColouredBlockLength + 1), 'json')).toBeUndefined();
    const line = `${'1'.repeat(limits.maxColouredLineLength + 1)}\n`;
    const block = line.repeat(Math.floor(limits.maxColouredBlockLength / line.length));
    const count = Math.floor(limits.maxColouredDocumentLength / block.length);
    for (let index = 0; index < count; index += 1) expect(tokenize(block, 'json')).toBeDefined();
    expect(tokenize(block, 'json')).toBeUndefined();
    expect(createTokenizer()(block, 'json')).toBeDefined();
  });

  it('is of the language that a fence or the name of a file says', () => {
    expect(['TS', 'bash', 'py', 'yml', 'x'].map(languageNamed)).toEqual([
      'typescript',
      'shellscript',
      'python',
      'yaml',
      undefined,
    ]);
    expect(['a/b.rs', 'C:\\x\\Dockerfile', 'x.y/README', '.ts'].map(languageOfPath)).toEqual([
      'rust',
      'docker',
      undefined,
      'typescript',
    ]);
  });

  it('is of a language that can be loaded', async () => {
    for (const language of languages) expect((await loadGrammar(language)).length, language).toBeGreaterThan(0);
  });
});
