import { describe, expect, it } from 'vitest';
import { blamed, edit, madeReplay, shell, told, write } from '../../../test/provenance/made-ops.ts';

const body = ['function first() {', '  return 1111;', '}', '', 'function second() {', '  return 2222;', '}', ''].join(
  '\n',
);

async function written(text = body) {
  const made = madeReplay();
  await made.act('one', write('/p/a', text, ''));
  const tell = (committed: string, options?: Parameters<typeof blamed>[3]) =>
    told(made.replay, blamed(made.replay, '/p/a', committed, options));
  return { ...made, tell };
}

describe('who wrote a line of a commit', () => {
  it('equal: the commit has the file as a call left it', async () => {
    const { tell } = await written();
    expect(new Set(tell(body))).toEqual(new Set(['one equal']));
  });

  it('equal: line ends of Windows make no difference', async () => {
    const { tell } = await written(body.replaceAll('\n', '\r\n'));
    expect(new Set(tell(body))).toEqual(new Set(['one equal']));
    const other = await written();
    expect(new Set(other.tell(body.replaceAll('\n', '\r\n')))).toEqual(new Set(['one equal']));
  });

  it('aligned: lines of other hands stand between', async () => {
    const { tell } = await written();
    const committed = body.replace('  return 1111;', '  // by hand, and long\n  return 1111;');
    expect(tell(committed).slice(0, 4)).toEqual(['one aligned', '- between-sessions', 'one aligned', 'one aligned']);
  });

  it('only lines that the commit adds are answered', async () => {
    const { tell } = await written();
    expect(tell(body, { added: [1, 2, 5] })).toEqual(['one equal', 'one equal', 'one equal']);
  });

  it('what was written after the commit is not in it', async () => {
    const { tell } = await written();
    expect(new Set(tell(body, { at: 0 }))).toEqual(new Set(['- weak', '- before-session']).add('- weak'));
  });

  it('text: a block of a change that fits on no text, if most of the change is in the commit', async () => {
    const made = await written();
    const block = ['alpha alpha', 'beta beta', '}', 'gamma gamma', 'delta delta'].join('\n');
    await made.act('two', edit('/p/a', 'nowhere', block));
    expect(made.tell(`${body}${block}\n`).slice(-5)).toEqual(Array(5).fill('two text'));
    // A later change that holds these lines among many others is another one.
    await made.act('three', edit('/p/b', 'nowhere', `${block}\nepsilon epsilon\nzeta zeta`));
    const tell = (text: string) => told(made.replay, blamed(made.replay, '/p/b', text));
    expect(new Set(tell(`${block}\n`))).toEqual(new Set(['- weak']));
    expect(new Set(tell(`${block}\nepsilon epsilon\n`))).toEqual(new Set(['three text']));
  });

  it('text: a few lines of a change that fits on no text carry no file', async () => {
    const made = await written();
    await made.act('two', edit('/p/a', 'nowhere', 'alpha alpha\nbeta beta\ngamma gamma'));
    const committed = `${body}alpha alpha\nbeta beta\ngamma gamma\n`;
    expect(made.tell(committed).slice(-3)).toEqual(['- weak', '- weak', '- weak']);
    const firm = 'delta delta delta delta\n';
    await made.act('two', write('/p/a', `${body}${firm}`));
    const beside = `${body}${firm}alpha alpha\nbeta beta\ngamma gamma\n`;
    expect(made.tell(beside).slice(-3)).toEqual(['two text', 'two text', 'two text']);
  });

  it('text: a short line of another session is never taken by its words alone', async () => {
    const made = await written();
    await made.act('two', edit('/p/a', 'nowhere', 'return nil'));
    expect(made.tell(body.replace('  return 2222;', '  return nil'))[5]).toBe('- weak');
  });

  it('moved: five telling lines in a row of one call under another path', async () => {
    const made = madeReplay();
    const block = ['alpha one', 'beta two', '', 'gamma three', 'delta four', 'epsilon five'].join('\n');
    await made.act('one', write('/p/other', `${block}\n`, ''));
    const tell = (text: string) => told(made.replay, blamed(made.replay, '/p/a', text));
    expect(new Set(tell(`${block}\n`))).toEqual(new Set(['one moved']));
    expect(new Set(tell(block.split('\n').slice(0, 5).join('\n')))).toEqual(new Set(['- file-unknown']));
  });

  it('moved: a part of another file that was only copied is nobody’s', async () => {
    const made = madeReplay();
    const block = ['alpha one', 'beta two', 'gamma three', 'delta four', 'epsilon five'].join('\n');
    const rest = Array.from({ length: 20 }, (_, at) => `of the other file ${at}`).join('\n');
    await made.act('one', write('/p/other', `${block}\n${rest}\n`, ''));
    const hand = Array.from({ length: 20 }, (_, at) => `of this file ${at}`).join('\n');
    const answers = told(made.replay, blamed(made.replay, '/p/a', `${block}\n${hand}\n`));
    expect(new Set(answers)).toEqual(new Set(['- file-unknown']));
  });

  it('typed anew: a call that moves lines in has them, unless the commit has them as they were', async () => {
    const made = await written();
    const inner = '  return 2222;\n  const more = "of the first session";\n  use(more, 2222);\n';
    const old = body.replace('  return 2222;\n', inner);
    await made.act('one', write('/p/a', old, body));
    const deeper = inner.replaceAll(/^/gm, '  ').trimEnd();
    const wrapped = `  if (isWanted) {\n${deeper}\n  }\n`;
    await made.act('two', edit('/p/a', inner, wrapped, old));
    const committed = old.replace(inner, wrapped);
    expect(made.tell(committed, { added: [6, 7, 8, 9, 10] })).toEqual(Array(5).fill('two equal'));
    expect(made.tell(`${old}a line of somebody\n`, { added: [6, 7, 8] })).toEqual(Array(3).fill('one aligned'));
  });

  it('typed anew: a formatter that moves lines in changes no writer', async () => {
    const made = await written();
    const formatted = body.replaceAll('  return', '      return');
    await made.act('two', edit('/p/a', '1111;', '1111; // the first', formatted));
    const committed = formatted.replace('1111;', '1111; // the first');
    expect(made.tell(committed)[5]).toBe('one equal');
  });

  it('twins: of two equal lines the younger call has the one that the commit adds', async () => {
    const made = madeReplay();
    const first = 'func one() {\n\tcheck(first, second)\n\treturn nil\n}\n';
    const second = 'func two() {\n\tcheck(other, thing)\n\treturn nil\n}\n';
    await made.act('one', write('/p/a', first, ''));
    await made.act('two', edit('/p/a', first, first + second, first));
    // Git may say that the second function came after the third line of the first: its end is then the first one's.
    const answers = told(made.replay, blamed(made.replay, '/p/a', first + second, { added: [3, 4, 5, 6] }));
    expect(answers).toEqual(Array(4).fill('two equal'));
  });

  it('reflow: a formatter broke a line', async () => {
    const line = 'callSomething(firstArgument, secondArgument, thirdArgument);';
    const made = await written(`const before = "kept here";\n${line}\nconst after = "kept there";\n`);
    const committed =
      'const before = "kept here";\ncallSomething(\n  firstArgument,\n  secondArgument, thirdArgument,\n);\nconst after = "kept there";\n';
    const answers = made.tell(committed);
    expect(answers[3]).toBe('one reflow');
    expect(answers[0]).toBe('one aligned');
  });

  it('between: blanks and brackets between lines of one session are its own', async () => {
    const { tell } = await written('the first words that are here\nthe second words that are here\n');
    expect(tell('the first words that are here\n\n{\nthe second words that are here\n')).toEqual([
      'one aligned',
      'one between',
      'one between',
      'one aligned',
    ]);
  });

  it('between: a telling line is nobody’s', async () => {
    const { tell } = await written('the first words that are here\nthe second words that are here\n');
    expect(tell('the first words that are here\n\nby hand\nthe second words that are here\n')).toEqual([
      'one aligned',
      '- weak',
      '- between-sessions',
      'one aligned',
    ]);
  });

  it('support: a few short lines do not carry a file', async () => {
    const made = await written('if err {\n');
    const others = Array.from({ length: 20 }, (_, at) => `a line of somebody else ${at}`).join('\n');
    expect(made.tell(`if err {\n${others}\n`)[0]).toBe('- weak');
  });

  it('support: half of the lines, or a run of four, does', async () => {
    const half = await written('alpha\nbeta\ngamma\n');
    expect(half.tell('alpha\nbeta\ngamma\nhand one\nhand two\n').slice(0, 3)).toEqual(Array(3).fill('one aligned'));
    const run = await written('alpha\nbeta\ngamma\ndelta\n');
    const others = Array.from({ length: 50 }, (_, at) => `somebody else ${at}`).join('\n');
    expect(run.tell(`alpha\nbeta\ngamma\ndelta\n${others}\n`)[0]).toBe('one aligned');
  });

  it('says why: before-session, after-shell, between-sessions, file-unknown, ambiguous', async () => {
    const made = madeReplay();
    await made.act('one', edit('/p/a', 'old words', 'new words of the session, and long', 'head words\nold words\n'));
    await made.act('one', shell('make'));
    const text = 'head words\nnew words of the session, and long\nmade words\n';
    await made.act('one', edit('/p/a', 'new words', 'newer words\nof two lines, and', text));
    const committed = 'head words\nnewer words\nof two lines, and of the session, and long\nmade words\n';
    expect(told(made.replay, blamed(made.replay, '/p/a', committed))).toEqual([
      '- before-session',
      'one equal',
      'one equal',
      '- after-shell',
    ]);
    expect(told(made.replay, blamed(made.replay, '/p/b', 'words\n'))).toEqual(['- file-unknown']);
    await made.act('two', edit('/p/c', 'x', 'the same words'));
    await made.act('three', edit('/p/c', 'x', 'the same words'));
    expect(told(made.replay, blamed(made.replay, '/p/c', 'the same words\n'))).toEqual(['- ambiguous']);
  });

  it('a very long line, a binary one and 100 000 lines are answered', async () => {
    const long = `${'x'.repeat(1_000_000)}\n`;
    const { tell } = await written(long);
    expect(tell(long)).toEqual(['one equal']);
    const many = Array.from({ length: 100_000 }, (_, at) => `line number ${at}`).join('\n');
    const other = await written(many);
    expect(new Set(other.tell(many))).toEqual(new Set(['one equal']));
  });
});
