/** A choice of one among few, all in sight. */
export function Segments<Choice extends string>({ label, chosen, choices, onChoose }: SegmentsProps<Choice>) {
  const names = Object.keys(choices).filter((name): name is Choice => name in choices);
  return (
    <fieldset className="segments" aria-label={label}>
      {names.map((name) => (
        <button key={name} type="button" aria-pressed={name === chosen} onClick={() => onChoose(name)}>
          {choices[name]}
        </button>
      ))}
    </fieldset>
  );
}

interface SegmentsProps<Choice extends string> {
  label: string;
  chosen: string;
  /** What each choice is called. */
  choices: Readonly<Record<Choice, string>>;
  onChoose: (choice: Choice) => void;
}
