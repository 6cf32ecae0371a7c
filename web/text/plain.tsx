/** Plain texts of the page are those of the transcript. */
export { Plain } from '../../src/doors/react/text/plain.tsx';
