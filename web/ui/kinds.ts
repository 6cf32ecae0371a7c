/** The face of a kind is the one that the transcript gives it. */
export { faceOf } from '../../src/doors/react/kinds.ts';
