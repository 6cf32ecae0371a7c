import { type FormEvent, useState } from 'react';

/** A comment on a line. The first line is the one that was pressed. */
export function CommentForm({ lines, first, onSave, onCancel }: CommentFormProps) {
  const [line, setLine] = useState(first);
  const [text, setText] = useState('');
  function save(event: FormEvent): void {
    event.preventDefault();
    if (text.trim() !== '') onSave(line, text);
  }
  return (
    <form className="comment-form" onSubmit={save}>
      <label>
        Line{' '}
        <select value={line} onChange={(event) => setLine(Number(event.target.value))}>
          {lines.map((number) => (
            <option key={number} value={number}>
              {number}
            </option>
          ))}
        </select>
      </label>
      <label>
        Comment
        <textarea rows={2} value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <button type="submit" className="btn primary">
        Add comment
      </button>
      <button type="button" className="btn" onClick={onCancel}>
        Cancel
      </button>
    </form>
  );
}

interface CommentFormProps {
  /** The lines of the new text that can be chosen. */
  lines: readonly number[];
  first: number;
  onSave: (line: number, text: string) => void;
  onCancel: () => void;
}
