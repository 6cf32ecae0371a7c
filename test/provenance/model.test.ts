import { describe, expect, it, vi } from 'vitest';
import { createRandom, type Random } from '../property/random.ts';
import { blamed, madeReplay } from './made-ops.ts';

/** A line and who wrote it: a session, or `nobody` of ours. The model that the replay is compared with. */
interface TaggedLine {
  text: string;
  by: string;
}

const NOBODY = 'nobody';
const PATHS = ['/work/repo/a.go', '/work/repo/b c.ts', '/work/repo/ü.py'];
/** `THREADLINE_LIVES=2000` for more. */
const ROUNDS = Number(process.env.THREADLINE_LIVES ?? 300);

interface World {
  random: Random;
  files: Map<string, TaggedLine[]>;
  made: ReturnType<typeof madeReplay>;
  /** The line ends and indents of this world. */
  end: string;
  indent: string;
  hasShell: boolean;
  next: number;
}

const textOf = (lines: readonly TaggedLine[], end: string) => lines.map(({ text }) => `${text}${end}`).join('');

function newLines(world: World, by: string): TaggedLine[] {
  const { random, indent } = world;
  return Array.from({ length: 4 + random.below(6) }, () => {
    world.next += 1;
    return { text: `${indent.repeat(random.below(3))}statement number ${world.next} of a program;`, by };
  });
}

/** A session makes a file, or edits a part of it. The before-image is told or not. */
async function sessionStep(world: World, session: string): Promise<void> {
  const { random, files, made, end } = world;
  const path = random.pick(PATHS);
  const lines = files.get(path);
  const before = lines && random.below(3) > 0 ? textOf(lines, end) : undefined;
  const added = newLines(world, session);
  if (!lines || lines.length === 0 || random.below(5) === 0) {
    files.set(path, added);
    await made.act(session, {
      kind: 'write',
      path,
      content: textOf(added, end),
      before: before ?? (lines ? undefined : ''),
    });
    return;
  }
  const at = random.below(lines.length);
  const old = lines.slice(at, at + 1 + random.below(3));
  const kept = random.below(2) === 0 ? old : [];
  const next = [...lines.slice(0, at), ...added, ...kept, ...lines.slice(at + old.length)];
  files.set(path, next);
  const texts = { old: textOf(old, end), new: textOf([...added, ...kept], end), all: false };
  await made.act(session, { kind: 'edit', path, before, edits: [texts] });
}

/** Somebody that no session tells of types lines, or a formatter changes the white space of all lines. */
async function outsideStep(world: World): Promise<void> {
  const { random, files, made } = world;
  const path = random.pick(PATHS);
  const lines = files.get(path);
  if (!lines || lines.length === 0) return;
  await made.act('one', { kind: 'shell', command: 'make', commits: [] });
  if (random.below(2) === 0) {
    files.set(
      path,
      lines.map(({ text, by }) => ({ text: `\t${text.trimStart()}`, by })),
    );
  } else {
    const at = random.below(lines.length + 1);
    files.set(path, [...lines.slice(0, at), ...newLines(world, NOBODY), ...lines.slice(at)]);
  }
}

async function moveStep({ random, files, made }: World): Promise<void> {
  const [path, to] = [random.pick(PATHS), random.pick(PATHS)];
  const lines = files.get(path);
  if (!lines || path === to) return;
  files.delete(path);
  files.set(to, lines);
  await made.act('two', { kind: 'move', path, to });
}

async function randomWorld(seed: number, hasShell: boolean): Promise<World> {
  const random = createRandom(seed);
  const world: World = {
    random,
    files: new Map(),
    made: madeReplay(),
    end: random.pick(['\n', '\r\n']),
    indent: random.pick(['\t', '  ']),
    hasShell,
    next: 0,
  };
  for (let step = 0; step < 25; step += 1) {
    const kind = random.below(8);
    if (kind === 0) await moveStep(world);
    else if (kind === 1 && hasShell) await outsideStep(world);
    else await sessionStep(world, random.pick(['one', 'two']));
  }
  return world;
}

/** Sessions that carry a file, as the rule `support` wants it: others keep silent, and may do so. */
function carriers(lines: readonly TaggedLine[]): Set<string> {
  const found = new Set<string>();
  for (const [at, { by }] of lines.entries()) {
    const own = lines.filter((line) => line.by === by).length;
    const hasRun = lines.slice(at, at + 4).filter((line) => line.by === by).length === 4;
    if (hasRun || own * 2 >= lines.length) found.add(by);
  }
  return found;
}

/** The session that the replay names for each line, beside the model's. */
function compared({ made, files, end }: World): { named: string | undefined; by: string; isCarried: boolean }[] {
  const { replay } = made;
  return [...files].flatMap(([path, lines]) => {
    const sessions = carriers(lines);
    return blamed(replay, path, textOf(lines, end)).map(({ writer }, at) => {
      const by = lines[at]?.by ?? NOBODY;
      return { named: replay.writers[writer]?.session.id, by, isCarried: sessions.has(by) };
    });
  });
}

vi.setConfig({ testTimeout: 300_000 });

describe('random lives of files, beside a model that tags every line', () => {
  it('where no command ran, every line is given to the session that wrote it, if it carries the file', async () => {
    let lines = 0;
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const wrong = compared(await randomWorld(seed, false)).filter(({ named, by, isCarried }) => {
        lines += isCarried ? 1 : 0;
        return named !== by && (isCarried || named !== undefined);
      });
      expect({ seed, wrong }).toEqual({ seed, wrong: [] });
    }
    expect(lines).toBeGreaterThan(ROUNDS * 20);
  });

  it('with formatters and people, no line that nobody of ours wrote is given to a session, and none to the wrong one', async () => {
    let [found, own, others] = [0, 0, 0];
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const answers = compared(await randomWorld(seed, true));
      const wrong = answers.filter(({ named, by }) => named !== undefined && named !== by);
      expect({ seed, wrong }).toEqual({ seed, wrong: [] });
      own += answers.filter(({ by }) => by !== NOBODY).length;
      found += answers.filter(({ named }) => named !== undefined).length;
      others += answers.filter(({ by }) => by === NOBODY).length;
    }
    expect(others).toBeGreaterThan(ROUNDS);
    expect(found / own).toBeGreaterThan(0.95);
  });
});
