import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import type { Dataset, DatasetName } from './data/datasets.ts';
import type { Figures } from './figures.ts';
import { type Job, jobName } from './job.ts';
