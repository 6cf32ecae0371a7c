/** The key of a button. It is not part of the button's name. */
export function KeyHint({ name }: { name: string }) {
  return (
    <span aria-hidden="true">
      <kbd>{name}</kbd>
    </span>
  );
}
