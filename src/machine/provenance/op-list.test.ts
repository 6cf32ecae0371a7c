import { describe, expect, it } from 'vitest';
import { createOpList, type SessionOp } from './op-list.ts';

const op = (call: string, at: number, content = 'x', id = 's'): SessionOp => ({
  session: { agent: 'made', id },
  op: { kind: 'write', path: '/p/a', content, call, at, turn: 1, line: 1 },
});
const calls = (list: ReturnType<typeof createOpList>) => list.inOrder().map(({ op: { call } }) => call);

describe('operations of several files', () => {
  it('are the union of the stored generations of a thread, each call once, in the order of time', () => {
    const list = createOpList();
    for (const call of [op('c', 3), op('b', 2)]) list.add(call, { path: '/newer' });
    for (const call of [op('a', 1), op('b', 2)]) list.add(call, { path: '/older' });
    expect(calls(list)).toEqual(['a', 'b', 'c']);
  });

  it('take what a sub-agent did from its own file, whichever is read first', () => {
    for (const isFirst of [true, false]) {
      const list = createOpList();
      const own = () => list.add(op('a', 1, 'own'), { path: '/own', parentId: 's' });
      const told = () => list.add(op('a', 1, 'told'), { path: '/session' });
      for (const add of isFirst ? [own, told] : [told, own]) add();
      expect(list.inOrder()).toMatchObject([{ op: { content: 'own' } }]);
    }
  });

  it('keep all operations of one call', () => {
    const list = createOpList();
    list.add(op('a', 1, 'one'), { path: '/session' });
    list.add(op('a', 1, 'two'), { path: '/session' });
    expect(calls(list)).toEqual(['a', 'a']);
  });

  it('do not take ids that count lines for the same call in two files', () => {
    const list = createOpList();
    list.add(op('L3.1', 1), { path: '/newer' });
    list.add(op('L3.1', 2), { path: '/older' });
    expect(calls(list)).toEqual(['L3.1', 'L3.1']);
  });

  it("are the first thread's where another one goes on from it and repeats it", () => {
    for (const isFirst of [true, false]) {
      const list = createOpList();
      const first = () => list.add(op('a', 1, 'x', 'first'), { path: '/first' });
      const second = () => {
        for (const call of [op('a', 1, 'x', 'second'), op('b', 2, 'x', 'second')]) list.add(call, { path: '/second' });
      };
      for (const add of isFirst ? [first, second] : [second, first]) add();
      expect(list.inOrder().map(({ session, op: { call } }) => [session.id, call])).toEqual([
        ['first', 'a'],
        ['second', 'b'],
      ]);
    }
  });

  it('are told apart by their ends where both threads tell the same of a file', () => {
    const list = createOpList();
    list.add(op('a', 1, 'x', 'second'), { path: '/second', endedAt: 9 });
    list.add(op('a', 1, 'x', 'first'), { path: '/first', endedAt: 5 });
    expect(list.inOrder().map(({ session }) => session.id)).toEqual(['first']);
  });

  it('are of two threads where an id stands at two times', () => {
    const list = createOpList();
    list.add(op('call_1', 1, 'x', 'first'), { path: '/first' });
    list.add(op('call_1', 2, 'x', 'second'), { path: '/second' });
    expect(list.inOrder()).toHaveLength(2);
  });
});
