import type { SourceHead } from '../../archive/model/raw-store.ts';
import type { FollowedFile } from '../../machine/sessions/following/followed-file.ts';
import { type CollectedFile, rawSource } from './collected-file.ts';
import { withBytes } from './file-bytes.ts';
import { changeSince } from './file-life.ts';
import { type Agreed, agreed, changedLife, FORGOTTEN, type Inspected, unsure } from './file-stage.ts';
import type { GatewayClient } from './gateway-client.ts';
import type { HeldFiles } from './held-files.ts';
import type { LineShaper } from './line-shaper.ts';
import { isAllBefore } from './packed-file.ts';
import type { StepResult } from './step-result.ts';

/** An inspected file with the result of the inspection. */
export interface AskedFile {
  file: CollectedFile;
  stage: Inspected;
}

export interface OpenOptions {
  gateway: GatewayClient;
  held: HeldFiles;
  shaperFor(mode: Inspected['mode']): LineShaper;
  onResult(file: CollectedFile, result: StepResult): void;
  signal?: AbortSignal | undefined;
}

/** Asks the server in one request how much of the files it has. Throws a GatewayFault. */
export async function openFiles(asked: readonly AskedFile[], options: OpenOptions): Promise<void> {
  const { gateway, held, shaperFor, onResult, signal } = options;
  const sources = asked.map(({ file, stage }) => rawSource(file, stage, shaperFor(stage.mode).name));
  const answer = await gateway.open(sources, signal);
  for (const [index, { file, stage }] of asked.entries()) {
    if (answer.kind === 'heads') {
      const head = answer.heads[index];
      if (head) onResult(file, await agree(file, stage, head, held));
    } else if (index === answer.index) onResult(file, { kind: 'refused', reason: answer.reason });
    else onResult(file, { kind: 'unsure', stage: unsure(stage) });
  }
}

/** Continues from the server's head if the file is the one that the head belongs to. */
async function agree(file: CollectedFile, asked: Inspected, head: SourceHead, held: HeldFiles): Promise<StepResult> {
  if (head.state === 'forgotten') return { kind: 'done', stage: FORGOTTEN };
  const stage = agreed(asked, head, file.title);
  if (file.isDocument) return stage.head === 0 ? { kind: 'sendable', stage } : { kind: 'done', stage };
  return withBytes(file, async (open) => {
    if (stage.isPacked) return agreePacked(file, stage, open, held);
    const change = changeSince(open, stage);
    return change === undefined ? { kind: 'sendable', stage } : { kind: 'unsure', stage: changedLife(stage, change) };
  });
}

async function agreePacked(
  file: CollectedFile,
  stage: Agreed,
  open: FollowedFile,
  held: HeldFiles,
): Promise<StepResult> {
  if (stage.head > 0 && (await isAllBefore(open, stage))) return { kind: 'done', stage };
  await held.unpack(file, open);
  return { kind: 'unsure', stage: unsure(stage) };
}
