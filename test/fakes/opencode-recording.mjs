#!/usr/bin/env node
// A stand-in for OpenCode and Kilo.
import { printRecording } from './print-recording.mjs';

await printRecording('opencode/1.18.33/s6-mcp');
