// Loaded before a program that knows nothing of the bench: node --require report-at-exit.cjs PROGRAM
import { reportFigures } from './figures.ts';

process.on('exit', () => reportFigures(undefined, 0));
