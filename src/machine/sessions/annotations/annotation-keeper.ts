import type { SessionFacts } from '../../facts/session-facts.ts';
import type { Annotation, Annotations } from './annotation.ts';

/** Where the stars, tags, notes and names of one person are kept: a file of this machine, or rows of a server. */
export interface AnnotationKeeper {
  /** All of them, or undefined if they are still those of this version. It is asked before most answers. */
  readAfter(version: string | undefined): Promise<KeptAnnotations | undefined>;
  /** Changes what is noted about a session. What somebody else changes meanwhile is not lost. */
  change(session: Pick<SessionFacts, 'agent' | 'id'>, change: (before: Annotation) => Annotation): Promise<Annotation>;
}

export interface KeptAnnotations {
  annotations: Annotations;
  /** Another one after each change. */
  version: string;
}
