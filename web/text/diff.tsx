/** Diffs of the page are those of the transcript. */
export { Diff } from '../../src/doors/react/text/diff.tsx';
