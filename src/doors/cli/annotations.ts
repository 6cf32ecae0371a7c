import { ThreadlineError } from '../../errors.ts';
import type { Annotations } from '../../machine/sessions/annotations/annotation.ts';
import { readAnnotations } from '../../machine/sessions/annotations/annotations-file.ts';
import { report } from './report.ts';

/** Reads what people noted about sessions. A file that cannot be used is reported, and the command does without it. */
export function openAnnotations(): Annotations {
  try {
    return readAnnotations();
  } catch (error) {
    if (!(error instanceof ThreadlineError)) throw error;
    report(error.message);
    return new Map();
  }
}
