import type { Wire } from '../wire.ts';
import { geminiStreamForm } from './form.ts';
import { createGeminiStreamReader } from './read.ts';

/** `gemini --output-format stream-json` from 0.11 on, and `--output-format json`. */
export const geminiStream: Wire = { ...geminiStreamForm, createReader: createGeminiStreamReader };
