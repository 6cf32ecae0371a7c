import type { Wire } from '../wire.ts';
import { qwenChatForm } from './form.ts';
import { createQwenChatReader } from './read.ts';

/** `~/.qwen/projects/<folder>/chats/<session>.jsonl`, and the files of sub-agents beside them. */
export const qwenChat: Wire = { ...qwenChatForm, createReader: createQwenChatReader };
