/** The page has the sprite of the transcript, and its own logo. */
export { Icon, type IconName } from '../../src/doors/react/icon.tsx';

export function Logo() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="logo">
      <path d="M5 4.500c8 0 2.5 7.5 7 7.500s-1 7.5 7 7.5" />
      <circle cx="5" cy="4.5" r="2.6" className="filled" />
      <circle cx="19" cy="19.5" r="2.6" className="hollow" />
    </svg>
  );
}
