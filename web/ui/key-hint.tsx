/** The key of a button. It is not part of the button's name. */
export function KeyHint({ name }: { name: string }) {
  return (
    <span className="key-hint" aria-hidden="true">
      <kbd>{name}</kbd>
    </span>
  );
}
