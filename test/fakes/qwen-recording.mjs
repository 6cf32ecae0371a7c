#!/usr/bin/env node
// A stand-in for Qwen Code.
import { printRecording } from './print-recording.mjs';

await printRecording('qwen/0.24.4/s1-hello');
