export { refold } from './refold.ts';
export { startWorker, type WorkerProblem } from './worker.ts';
