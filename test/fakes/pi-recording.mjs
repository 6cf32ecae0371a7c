#!/usr/bin/env node
// A stand-in for pi. As the real one, it ends with exit code 0 whatever the service answered.
import { printRecording } from './print-recording.mjs';

await printRecording(process.env.PI_RECORDING ?? 'pi/1.5.0/s17-codemode');
