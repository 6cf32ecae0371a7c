import type { Wire } from '../wire.ts';
import { acpForm } from './form.ts';
import { createAcpReader } from './read.ts';

/** What an agent and its client say to each other by the Agent Client Protocol, or one of them. */
export const acp: Wire = { ...acpForm, createReader: createAcpReader };
