/** Diffs of the page are those of the transcript. */
export { Diff, endingOf } from '../../src/doors/react/text/diff.tsx';
