#!/usr/bin/env node
// A stand-in for the Gemini CLI.
import { printRecording } from './print-recording.mjs';

await printRecording('gemini/0.61.0/s6');
