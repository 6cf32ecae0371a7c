import type { Wire } from '../wire.ts';
import { geminiChatForm } from './form.ts';
import { createGeminiChatReader } from './read.ts';

/** The chats of Gemini CLI: one document up to 0.38, lines from 0.39 on. */
export const geminiChat: Wire = { ...geminiChatForm, createReader: createGeminiChatReader };
