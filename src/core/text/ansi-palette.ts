/** The 16 colours as terminals show them. A page has its own for each, in light and dark. */
const PALETTE: readonly (readonly [number, number, number])[] = [
  [0, 0, 0],
  [205, 0, 0],
  [0, 205, 0],
  [205, 205, 0],
  [0, 0, 238],
  [205, 0, 205],
  [0, 205, 205],
  [229, 229, 229],
  [127, 127, 127],
  [255, 0, 0],
  [0, 255, 0],
  [255, 255, 0],
  [92, 92, 255],
  [255, 0, 255],
  [0, 255, 255],
  [255, 255, 255],
];

/** The nearest of 16 to a colour of red, green and blue, each up to 255. Undefined if it is not a colour. */
export function nearestColour(colour: readonly number[]): number | undefined {
  const [red = 0, green = 0, blue = 0] = colour;
  if (![red, green, blue].every((part) => part >= 0 && part <= 255)) return undefined;
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, [r, g, b]] of PALETTE.entries()) {
    const distance = (red - r) ** 2 + (green - g) ** 2 + (blue - b) ** 2;
    if (distance < least) {
      least = distance;
      best = index;
    }
  }
  return best;
}
