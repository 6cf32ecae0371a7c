import { useState } from 'react';
import { visibleText } from '../../../core/text/visible-text.ts';

const MAX_CHILDREN = 200;
const MAX_STRING = 2000;

/** JSON as a tree. Branches are made when opened, so neither its depth nor its width costs anything. */
export function JsonTree({ text }: { text: string }) {
  const value = parse(text);
  if (value === undefined) return <pre className="output wrap">{visibleText(text)}</pre>;
  return (
    <div className="json-tree">
      <Value value={value} level={0} />
    </div>
  );
}

function Value({ value, name, level }: { value: unknown; name?: string; level: number }) {
  const [isOpen, setOpen] = useState(level < 2);
  const label = name === undefined ? null : <span className="type">{visibleText(JSON.stringify(name))}: </span>;
  if (typeof value !== 'object' || value === null) {
    return (
      <div>
        {label}
        <Leaf value={value} />
      </div>
    );
  }
  const entries = Object.entries(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) {
    return (
      <div>
        {label}
        {open + close}
      </div>
    );
  }
  return (
    <div>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? '▾ ' : '▸ '}
      </button>
      {label}
      {open}
      {!isOpen && ` ${entries.length} ${close}`}
      {isOpen && (
        <div className="children">
          {entries.slice(0, MAX_CHILDREN).map(([key, child]) => (
            <Value key={key} value={child} level={level + 1} {...(!Array.isArray(value) && { name: key })} />
          ))}
          {entries.length > MAX_CHILDREN && <div>… {entries.length - MAX_CHILDREN} more</div>}
        </div>
      )}
      {isOpen && close}
    </div>
  );
}

function Leaf({ value }: { value: unknown }) {
  if (typeof value === 'string') {
    const shown = value.length > MAX_STRING ? `${value.slice(0, MAX_STRING)}…` : value;
    return <span className="string">{visibleText(JSON.stringify(shown))}</span>;
  }
  return <span className="number">{String(value)}</span>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
