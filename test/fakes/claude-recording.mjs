#!/usr/bin/env node
// A stand-in for Claude Code.
import { printRecording } from './print-recording.mjs';

// Under control it is another program.
if (process.argv.includes('--permission-prompt-tool')) await import('./live/control-agent.mjs');
else await printRecording('claude/2.1.325/s2');
