/** What stands for a line that is not sent: it is JSON, and says how many bytes of the file it stands for. */
export function leftOutLine(bytes: number): string {
  return JSON.stringify({ type: 'threadline.left_out', threadline: { left_out: bytes } });
}
