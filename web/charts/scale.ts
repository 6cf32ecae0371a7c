/** The lines of a scale: round steps up to a little over the most. */
export function scaleSteps(most: number): number[] {
  if (!(most > 0) || !Number.isFinite(most)) return [0, 1];
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((value) => value >= rough) ?? 10 * power;
  const count = Math.ceil(most / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
