#!/usr/bin/env node
// A stand-in for GitHub Copilot CLI.
import { printRecording } from './print-recording.mjs';

await printRecording('copilot/1.0.102/s1-hello');
