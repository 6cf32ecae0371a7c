/** Fewer rounds than usual where BENCH_ROUNDS says so: for a look at whether a target runs at all. */
export function rounds(usual: number): number {
  return Math.min(usual, Number(process.env.BENCH_ROUNDS ?? usual));
}
