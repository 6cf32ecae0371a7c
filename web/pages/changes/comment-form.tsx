import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';

/** A comment on a line. The first line is the one that was pressed. What is typed next is the comment. */
export function CommentForm({ lines, first, onSave, onCancel }: CommentFormProps) {
  const [line, setLine] = useState(first);
  const [text, setText] = useState('');
  const words = useRef<HTMLTextAreaElement>(null);
  useEffect(() => words.current?.focus(), []);
  function save(event: FormEvent): void {
    event.preventDefault();
    if (text.trim() !== '') onSave(line, text);
  }
  function onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') onCancel();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save(event);
  }
  return (
    <form className="comment-form" onSubmit={save} onKeyDown={onKey}>
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
        <textarea ref={words} rows={2} value={text} onChange={(event) => setText(event.target.value)} />
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
