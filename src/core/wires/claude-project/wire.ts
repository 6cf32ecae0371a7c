import type { Wire } from '../wire.ts';
import { claudeProjectForm } from './form.ts';
import { createClaudeProjectReader } from './read.ts';

/** Session files below `~/.claude/projects`, 0.2 to today, including those of sub-agents. */
export const claudeProject: Wire = { ...claudeProjectForm, createReader: createClaudeProjectReader };
