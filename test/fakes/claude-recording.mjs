#!/usr/bin/env node
// A stand-in for Claude Code.
import { printRecording } from './print-recording.mjs';

await printRecording('claude/2.1.325/s2');
