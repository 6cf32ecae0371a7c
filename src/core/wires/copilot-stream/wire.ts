import { createCopilotReader } from '../copilot/read.ts';
import type { Wire } from '../wire.ts';
import { copilotStreamForm } from './form.ts';

/** `copilot -p … --output-format json`: the log as it grows, with lines that are not kept. */
export const copilotStream: Wire = { ...copilotStreamForm, createReader: () => createCopilotReader(false) };
