import { useEffect } from 'react';

let title = '';
let waiting = 0;

/** `(2) Run · threadline`: the number of agents that wait for a person. */
function draw(): void {
  document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${title === '' ? '' : `${title} · `}threadline`;
}

export function useTitle(name: string): void {
  useEffect(() => {
    title = name;
    draw();
  }, [name]);
}

export function showWaiting(count: number): void {
  if (count === waiting) return;
  waiting = count;
  draw();
}
