/** How many characters of one kind stand in a row, at most so many. */
export function countSame(text: string, from: number, code: number, most: number): number {
  let count = 0;
  while (count < most && text.charCodeAt(from + count) === code) count += 1;
  return count;
}
