import { fileFault } from './file-fault.ts';
import type { FollowCheckpoint } from './following/checkpoint.ts';
import { checkpointAt } from './following/file-contents.ts';
import { createFileFollower } from './following/file-follower.ts';
import { type FollowFiles, systemFiles } from './following/followed-file.ts';
import { tryOpen, twins } from './open-file.ts';
import { fileBytes, lastOf } from './plain-bytes.ts';
import { lastBytes } from './read-tail.ts';
import { fileVersion, keyOfFile, type SessionSource, type SourceLook } from './session-source.ts';
import type { SessionFile } from './store.ts';

/** The source of a session file on this machine, plain or packed. The packed form beside it is the same session. */
export function createFileSource(file: SessionFile): SessionSource {
  return {
    key: keyOfFile(file),
    look: () => lookAt(file),
    read: (options) => fileBytes(file, options),
    async last(most) {
      if (file.compressed) return lastOf(fileBytes(file), most);
      try {
        return lastBytes(file.realPath, most) ?? new Uint8Array();
      } catch (error) {
        throw fileFault(error, file.path);
      }
    },
    follow: (options) => createFileFollower({ path: file.realPath, ...options }),
    end: (files) => endOf(file, files),
    openFile: () => tryOpen(file),
  };
}

function lookAt(file: SessionFile): SourceLook | undefined {
  for (const path of twins(file.realPath)) {
    const look = systemFiles.look(path);
    if (look) return { version: fileVersion(look), size: look.size, modified: look.modified };
  }
  return undefined;
}

/** The end of the last line at the time the file was found. */
function endOf(file: SessionFile, files: FollowFiles): FollowCheckpoint | undefined {
  if (file.size === 0 || file.compressed) return undefined;
  const open = files.open(file.realPath);
  try {
    return open && checkpointAt(open, file.size);
  } finally {
    open?.close();
  }
}
