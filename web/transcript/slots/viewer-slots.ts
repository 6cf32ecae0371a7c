import type { RowSlots } from '../../../src/doors/react/thread-view.ts';
import { ChildSession } from './child-session.tsx';
import { FetchedPlans } from './fetched-plans.tsx';
import { FullText } from './full-text.tsx';
import { RowActions } from './row-actions.tsx';
import { RowSecrets } from './row-secrets.tsx';
import { SessionImage } from './session-image.tsx';

/** What the page puts into rows: it has a server to ask and addresses to link to. */
export const viewerSlots: RowSlots = {
  Actions: RowActions,
  Secrets: RowSecrets,
  Image: SessionImage,
  Child: ChildSession,
  PlanHistory: FetchedPlans,
  FullText,
};
