import { describe, expect, it } from 'vitest';
import { WITHOUT_SHARED } from '../fixtures.ts';
import { LIVE_EXCEPTIONS } from '../parity/live-exceptions.ts';
import { findDifferences, readAll, sharedTraffic } from '../parity/live-traffic.ts';

const recordings = sharedTraffic() ?? [];
const wireOf = (name: string) =>
  name.startsWith('claude/') ? 'claude-control' : name.startsWith('codex/') ? 'codex-app-server' : 'acp';

describe.skipIf(recordings.length === 0)(`every recorded connection (${WITHOUT_SHARED})`, () => {
  it('has no problem and no unknown kind, in both directions', () => {
    const faults = recordings.flatMap(({ name, traffic }) => {
      const { wire, faults: found } = readAll(traffic);
      return [...(wire === wireOf(name) ? [] : [`${wire}`]), ...found].map((fault) => `${name} ${fault}`);
    });
    expect(faults).toEqual([]);
    expect(recordings.length).toBeGreaterThan(400);
  });

  it('has none in the lines of the agent alone, which need no envelope', () => {
    const printed = recordings.flatMap(({ name, printed: files }) => files.map((file) => ({ ...file, of: name })));
    const faults = printed.flatMap(({ of, name, bytes }) =>
      readAll(bytes).faults.map((fault) => `${of}/${name} ${fault}`),
    );
    expect(faults).toEqual([]);
    expect(printed.length).toBeGreaterThan(400);
  });

  it('is the session file, ids too, but for a closed list', () => {
    const used = new Set<unknown>();
    const differences = recordings.flatMap((recording) =>
      findDifferences(recording)
        .filter((difference) => {
          const known = LIVE_EXCEPTIONS.filter(
            ({ where, what }) => where.test(recording.name) && what.test(difference),
          );
          for (const exception of known) used.add(exception);
          return known.length === 0;
        })
        .map((difference) => `${recording.name}: ${difference}`),
    );
    expect(differences).toEqual([]);
    expect(LIVE_EXCEPTIONS.filter((exception) => !used.has(exception))).toEqual([]);
  });
});
