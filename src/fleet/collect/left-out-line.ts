/** The line that replaces one that is not sent. It is JSON, and tells how many bytes of the file it replaces. */
export function leftOutLine(bytes: number): string {
  return JSON.stringify({ type: 'threadline.left_out', threadline: { left_out: bytes } });
}
