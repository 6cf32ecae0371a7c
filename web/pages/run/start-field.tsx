import { type ReactNode, useId } from 'react';

/** A control of the form that starts an agent. Its label stands beside it: around it, its text would hold what is typed and every choice. */
export function StartField({
  label,
  isWide,
  children,
}: {
  label: string;
  isWide?: boolean;
  children: (id: string) => ReactNode;
}) {
  const id = useId();
  return (
    <div className={isWide ? 'start-field wide' : 'start-field'}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}

export function LimitField({
  label,
  value,
  onValue,
}: {
  label: string;
  value: string;
  onValue: (value: string) => void;
}) {
  return (
    <StartField label={label}>
      {(id) => (
        <input
          id={id}
          type="number"
          min="0"
          step="any"
          placeholder="no limit"
          value={value}
          onChange={(event) => onValue(event.target.value)}
        />
      )}
    </StartField>
  );
}
