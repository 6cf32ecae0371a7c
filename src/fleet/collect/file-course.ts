import type { CollectedFile } from './collected-file.ts';
import { FOUND, unsure } from './file-stage.ts';
import type { FileTable } from './file-table.ts';
import type { HeldFiles } from './held-files.ts';
import type { SendQueue } from './send-queue.ts';
import type { StepResult } from './step-result.ts';

/** Moves each file from one step to the next. */
export interface FileCourse {
  take(file: CollectedFile, result: StepResult): void;
  /** Ends the work on a file that is sent completely, or of which nothing is to be sent. */
  finish(file: CollectedFile): void;
  /** Begins a new record for the file that took this one's place. What we still hold of the old file is sent to its end. */
  split(file: CollectedFile): void;
  /** Looks at a file again, and asks the server about it. A forgotten file stays forgotten. */
  doubt(file: CollectedFile): void;
}

export interface FileCourseOptions {
  table: FileTable;
  queue: SendQueue;
  held: HeldFiles;
  tell(message: string): void;
}

/** The pause of a file that the gateway refuses, and of a document between two versions. */
const REFUSED_REST_MS = 300_000;
const DOCUMENT_REST_MS = 30_000;

export function createFileCourse({ table, queue, held, tell }: FileCourseOptions): FileCourse {
  function finish(file: CollectedFile): void {
    const isLeft = file.bytes.kind === 'left';
    // Each version of a document is sent whole, so versions are kept few.
    queue.finish(file, file.isDocument && !isLeft ? DOCUMENT_REST_MS : 0);
    held.release(file);
    if (isLeft) table.drop(file);
  }

  function lose(file: CollectedFile): void {
    queue.finish(file);
    if (!table.lose(file)) return;
    file.stage = FOUND;
    queue.add(file);
  }

  function split(file: CollectedFile): void {
    queue.add(table.replace(file));
    // An earlier version of a document is of no use.
    if (file.isDocument) finish(file);
    else queue.add(file);
  }

  function take(file: CollectedFile, result: StepResult): void {
    if ('stage' in result) file.stage = result.stage;
    switch (result.kind) {
      case 'more':
        queue.progressed(file);
        queue.send(file);
        break;
      case 'sendable':
        queue.send(file);
        break;
      case 'unsure':
        queue.ask(file);
        break;
      case 'done':
        finish(file);
        break;
      case 'replaced':
        split(file);
        break;
      case 'gone':
        lose(file);
        break;
      case 'refused':
        tell(`${file.agent} ${file.path}: ${result.reason}`);
        queue.pause(file, REFUSED_REST_MS);
    }
  }

  function doubt(file: CollectedFile): void {
    if (file.stage.name === 'agreed') file.stage = unsure(file.stage);
    queue.add(file);
  }

  return { take, finish, split, doubt };
}
