export { refold } from './refold.ts';
export { startWorker, type Worker, type WorkerProblem } from './worker.ts';
export { startWorkerMetrics } from './worker-metrics.ts';
