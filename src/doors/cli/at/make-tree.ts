import { resolve } from 'node:path';
import { amount } from '../../../core/text/amount.ts';
import { openRepository } from '../../../machine/git/repository.ts';
import { treeAt } from '../../../machine/provenance/tree-at.ts';
import { makeTreeFolder } from '../../../machine/provenance/tree-folder.ts';
import { type Manifest, writeTree } from '../../../machine/provenance/write-tree.ts';
import type { SessionInfo } from '../../../machine/sessions/index.ts';
import type { HomesContext } from '../agents.ts';
import { ExitError, exitCodes } from '../exit.ts';
import { namedSession } from '../named-session.ts';
import type { NamedTurn } from './session-turn.ts';

export interface TreeRequest extends HomesContext, NamedTurn {
  into: string;
  unsure: boolean;
  repository: string;
}

export interface MadeTree {
  info: SessionInfo;
  /** Where it was written, without links. */
  folder: string;
  manifest: Manifest;
}

/** Writes the tree of a turn into a new folder. */
export async function makeTree({
  wanted,
  turn,
  into,
  unsure,
  repository: place,
  ...context
}: TreeRequest): Promise<MadeTree> {
  const info = await namedSession(wanted, context);
  if (info.gone) throw new ExitError(exitCodes.environment, 'the file of the session is gone: its edits are not kept');
  const repository = await openRepository(resolve(place));
  try {
    const tree = await treeAt({ ...context, repository, info, turn });
    const folder = makeTreeFolder(into);
    return { info, folder: folder.path, manifest: await writeTree(tree, repository, folder, { unsure }) };
  } finally {
    repository.close();
  }
}

const HOW = {
  printed: 'which the session made',
  header: 'which the session began at',
  branch: 'the newest when the session began',
};

/** What was written, in a few lines. */
export function treeText({ folder, manifest }: MadeTree): string[] {
  const { files, anchor, submodules, outside } = manifest;
  const written = files.filter(({ from }) => from !== undefined);
  const own = files.filter(({ call }) => call !== undefined);
  const count = (level: string) => own.filter((file) => file.level === level).length;
  const base = anchor
    ? `on commit ${anchor.commit.slice(0, 12)}, ${HOW[anchor.how as keyof typeof HOW]}`
    : 'on no commit: none is known that the session began at';
  const lines = [
    `wrote ${amount(written.length, 'file')} to ${folder}, ${base}`,
    `of ${amount(own.length, 'file')} that the session touched: ${count('proven')} proven, ${count('derived')} derived, ${count('unsure')} unsure`,
  ];
  const left = files.filter(({ from, why }) => from === undefined && why !== 'deleted');
  if (left.length > 0) lines.push(`not written: ${amount(left.length, 'file')}; see the manifest`);
  if (submodules.length > 0) lines.push(`not written: ${amount(submodules.length, 'submodule')}`);
  if (outside > 0) lines.push(`outside of the repository: ${amount(outside, 'file')}`);
  return lines;
}
