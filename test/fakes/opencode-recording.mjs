#!/usr/bin/env node
// A stand-in for the Gemini CLI.
import { printRecording } from './print-recording.mjs';

await printRecording('opencode/1.18.33/s6-mcp');
