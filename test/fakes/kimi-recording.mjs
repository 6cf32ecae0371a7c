#!/usr/bin/env node
// A stand-in for Kimi Code.
import { printRecording } from './print-recording.mjs';

await printRecording('kimi/2.1.0/s4-todo');
