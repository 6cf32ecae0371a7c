/** Says that something in a row is hidden, and shows it. */
export function SecretsLine({ isShown, onToggle }: { isShown: boolean; onToggle: () => void }) {
  return (
    <button type="button" className="show-more" aria-pressed={isShown} onClick={onToggle}>
      {isShown ? 'Hide secrets' : 'Secrets are hidden · show them'}
    </button>
  );
}
