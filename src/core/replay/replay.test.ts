import { describe, expect, it } from 'vitest';
import { edit, madeReplay, shell, write } from '../../../test/provenance/made-ops.ts';
import { AFTER_SHELL, BETWEEN_CALLS } from './file-state.ts';
import type { Replay } from './replay.ts';

const last = (replay: Replay, path: string) => {
  const state = replay.chains.get(path)?.states.at(-1);
  if (!state) throw new Error(`no state of ${path}`);
  return { state, text: replay.table.text(state.lines), writers: [...state.writers] };
};

describe('a replay', () => {
  it('gives each line to the call that wrote it, and leaves the others', async () => {
    const { replay, act } = madeReplay();
    await act('one', write('/p/a', 'first\nsecond\n', ''));
    await act('two', edit('/p/a', 'second', 'changed\nadded'));
    const { text, writers } = last(replay, '/p/a');
    expect(text).toBe('first\nchanged\nadded\n');
    expect(writers.slice(0, 3)).toEqual([1, 2, 2]);
  });

  it('a line that only moved in its white space keeps its writer, unless it is sure that the call moved it', async () => {
    const { replay, act } = madeReplay();
    const [flat, deep] = ['if (x) {\nreturn;\n}\n', 'if (x) {\n    return;\n}\n'];
    await act('one', write('/p/a', flat, ''));
    await act('two', write('/p/a', deep));
    expect(last(replay, '/p/a').writers.slice(0, 3)).toEqual([1, 1, 1]);
    await act('one', write('/p/b', flat, ''));
    await act('two', write('/p/b', deep, flat));
    expect(last(replay, '/p/b').writers.slice(0, 3)).toEqual([3, 4, 3]);
  });

  it('what stood before the first call is nobody’s', async () => {
    const { replay, act } = madeReplay();
    await act('one', edit('/p/a', 'old', 'new', 'head\nold\n'));
    expect(last(replay, '/p/a').writers.slice(0, 2)).toEqual([0, 1]);
  });

  it('a before-image shows what came between two calls, and whether a command ran', async () => {
    const { replay, act } = madeReplay();
    await act('one', write('/p/a', 'one\n', ''));
    await act('two', edit('/p/a', 'one', 'two', 'typed\none\n'));
    expect(last(replay, '/p/a').writers[0]).toBe(BETWEEN_CALLS);
    await act('two', shell('make'));
    await act('two', edit('/p/a', 'two', 'three', 'typed\ntwo\nmade\n'));
    expect(last(replay, '/p/a').writers.slice(0, 3)).toEqual([BETWEEN_CALLS, 3, AFTER_SHELL]);
  });

  it('a before-image equal to an older state brings its writers back', async () => {
    const { replay, act } = madeReplay();
    await act('one', write('/p/a', 'kept words\n', ''));
    await act('two', write('/p/a', 'other words\n'));
    await act('two', shell('git checkout a'));
    await act('two', edit('/p/a', 'kept', 'kept', 'kept words\n'));
    expect(last(replay, '/p/a').writers[0]).toBe(1);
  });

  it('a command makes states unsure until the text is seen again', async () => {
    const { replay, act } = madeReplay();
    await act('one', write('/p/a', 'a\n', ''));
    expect(replay.isUnsure(last(replay, '/p/a').state)).toBe(false);
    await act('one', shell('make'));
    expect(replay.isUnsure(last(replay, '/p/a').state)).toBe(true);
    await act('one', { kind: 'see', path: '/p/a', text: 'a\n', start: 1, isWhole: true });
    expect(replay.isUnsure(last(replay, '/p/a').state)).toBe(false);
    expect(last(replay, '/p/a').state.level).toBe('proven');
  });

  it('an edit without a known text is tried on older versions of the file, the newest first', async () => {
    const asked: string[] = [];
    const { replay, act } = madeReplay({
      base(path) {
        asked.push(path);
        return ['does not fit\n', 'head\nold\n', 'old\n'];
      },
    });
    await act('one', edit('/p/a', 'old', 'new'));
    expect(asked).toEqual(['/p/a']);
    expect(last(replay, '/p/a').text).toBe('head\nnew\n');
  });

  it('an edit that fits on nothing leaves its lines known by their words', async () => {
    const { replay, act } = madeReplay();
    await act('one', edit('/p/a', 'old', 'brand new words'));
    const chain = replay.chains.get('/p/a');
    expect(chain?.states).toEqual([]);
    expect(chain?.wrote.size).toBe(1);
    expect(chain?.before).toBe('unknown');
  });

  it('moves and copies take lines and writers along', async () => {
    const { replay, act } = madeReplay();
    await act('one', write('/p/a', 'words\n', ''));
    await act('two', { kind: 'move', path: '/p/a', to: '/p/b' });
    expect(last(replay, '/p/a').state.isGone).toBe(true);
    expect(last(replay, '/p/b').writers[0]).toBe(1);
    await act('two', { kind: 'move', path: '/p/b', to: '/p/c', copy: true });
    expect(last(replay, '/p/b').state.isGone).toBeUndefined();
    expect(last(replay, '/p/c').writers[0]).toBe(1);
  });

  it('a file of which only an edit is known is gone after a move, and its words are known where it went', async () => {
    const { replay, act } = madeReplay();
    await act('one', edit('/p/a', 'old', 'brand new words'));
    await act('two', { kind: 'move', path: '/p/a', to: '/p/b' });
    expect(last(replay, '/p/a').state.isGone).toBe(true);
    const chain = replay.chains.get('/p/b');
    expect([chain?.states, chain?.wrote.size, chain?.before]).toEqual([[], 1, 'unknown']);
  });

  it('moves in a ring, of nothing and onto itself end', async () => {
    const { replay, act } = madeReplay();
    await act('one', write('/p/a', 'words\n', ''));
    for (const [path, to] of [
      ['/p/a', '/p/b'],
      ['/p/b', '/p/a'],
      ['/p/a', '/p/a'],
      ['/p/none', '/p/a'],
    ] as const)
      await act('one', { kind: 'move', path, to });
    expect(last(replay, '/p/a').text).toBe('words\n');
  });

  it('adds to the end of a file', async () => {
    const { replay, act } = madeReplay();
    await act('one', write('/p/a', 'a\n', ''));
    await act('two', { kind: 'write', path: '/p/a', content: 'b\n', append: true });
    expect(last(replay, '/p/a').text).toBe('a\nb\n');
    expect(last(replay, '/p/a').writers.slice(0, 2)).toEqual([1, 2]);
  });

  it('a deletion that tells what the file held shows a file that nobody had seen', async () => {
    const { replay, act } = madeReplay();
    await act('one', { kind: 'delete', path: '/p/a', before: 'a\nb\n' });
    await act('one', { kind: 'delete', path: '/p/b' });
    const states = replay.chains.get('/p/a')?.states.map((state) => (state.isGone ? 'gone' : replay.text(state)));
    expect(states).toEqual(['a\nb\n', 'gone']);
    expect(replay.chains.has('/p/b')).toBe(false);
  });

  it('a file that was taken away and written anew has one writer', async () => {
    const { replay, act } = madeReplay();
    await act('one', write('/p/a', 'a\nb\n', ''));
    await act('one', { kind: 'delete', path: '/p/a' });
    await act('two', write('/p/a', 'a\nc\n'));
    expect(last(replay, '/p/a').writers.slice(0, 2)).toEqual([2, 2]);
  });
});
