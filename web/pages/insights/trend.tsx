const WIDTH = 84;
const HEIGHT = 18;

/** Counts over time as a line. */
export function Trend({ counts }: { counts: readonly number[] }) {
  const most = Math.max(1, ...counts);
  const points = counts.map((count, index) => {
    const x = (index / Math.max(1, counts.length - 1)) * WIDTH;
    return `${x.toFixed(1)},${(HEIGHT - 1 - (count / most) * (HEIGHT - 2)).toFixed(1)}`;
  });
  return (
    <svg
      width={WIDTH}
      height={HEIGHT}
      className="trend"
      role="img"
      aria-label={`Calls over time: ${counts.join(', ') || 'not known'}`}
    >
      <polyline points={points.join(' ')} />
    </svg>
  );
}
