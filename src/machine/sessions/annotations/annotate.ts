import type { SessionInfo } from '../session-info.ts';
import { type Annotation, type Annotations, annotationKey } from './annotation.ts';

/** Adds what a person noted about a session. A given title replaces the agent's. */
export function annotate(info: SessionInfo, annotations: Annotations): void {
  const noted = annotations.get(annotationKey(info));
  if (!noted) return;
  const { title, starred, tags = [], note } = noted;
  if (title !== undefined) info.title = title;
  if (starred) info.starred = true;
  if (tags.length > 0) info.tags = tags;
  if (note !== undefined) info.note = note;
}

/** The texts of an annotation, which are searched like what was said. */
export function annotationTexts({ title, tags = [], note }: Annotation): string[] {
  return [title, ...tags.map((tag) => `#${tag}`), note].filter((text) => text !== undefined);
}
