import { readdirSync, readlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type FoldTools, openFold } from '../../src/archive/folding/fold-file.ts';
import { createUsageRecorder } from '../../src/archive/folding/usage-facts.ts';
import { findFiles } from '../../src/machine/sessions/find-files.ts';
import { listSessions } from '../../src/machine/sessions/list-sessions.ts';
import type { SessionFile } from '../../src/machine/sessions/store.ts';
import { fixtureHomes } from '../worker/fixture-homes.ts';
import { tempFolder } from './temp-archive.ts';

function toolsFor(files: readonly SessionFile[], onBytes?: (bytes: number) => void): FoldTools {
  return {
    usage: createUsageRecorder(),
    titles: ({ agent, home = '' }) => agent?.store.titles?.({ path: home, realPath: home }, () => {}),
    files: ({ agent }) => files.filter((other) => other.agent === agent),
    onBytes,
  };
}

/** The files that this process has open. */
function openPaths(): string[] {
  return readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      return [readlinkSync(`/proc/self/fd/${name}`)];
    } catch {
      // The folder itself was open while it was read.
      return [];
    }
  });
}

describe('the fold of a file, which reads it once', () => {
  it('tells of every bundled session what a list of sessions tells', async () => {
    let count = 0;
    for (const home of fixtureHomes(tempFolder('home'))) {
      const files = findFiles({ homes: [home] });
      const infos = new Map((await listSessions({ homes: [home] })).map((info) => [info.path, info]));
      for (const file of files) {
        const info = infos.get(file.path);
        if (!info) continue;
        const fold = await openFold(file, toolsFor(files));
        for await (const _ of fold.blocks());
        const { key, title, firstPrompt, project, version, parentThread, forkedFrom } = fold.end().head;
        expect({ id: key.threadId, title, firstPrompt, project, version, parentThread, forkedFrom }, file.path).toEqual(
          {
            id: info.id || file.path,
            title: info.title,
            firstPrompt: info.firstPrompt,
            project: info.cwd,
            version: info.cliVersion,
            parentThread: info.parentId,
            forkedFrom: info.forkedFromId,
          },
        );
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(70);
  });

  it.skipIf(process.platform !== 'linux')(
    'leaves no file open and counts no bytes where its blocks are not wanted',
    async () => {
      const [home = ''] = fixtureHomes(tempFolder('home'));
      const files = findFiles({ homes: [home] });
      let bytes = 0;
      const tools = toolsFor(files, (more) => {
        bytes += more;
      });
      for (const file of files) {
        const fold = await openFold(file, tools);
        await fold.close();
        expect(openPaths(), file.path).not.toContain(file.realPath);
      }
      expect(bytes).toBe(0);
    },
  );
});
