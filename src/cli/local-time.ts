/** A time as the clock on the wall shows it: `2026-11-15 07:08`. Empty where it is not known. */
export function localTime(time: string | number | undefined): string {
  const date = new Date(time || Number.NaN);
  if (Number.isNaN(date.getTime())) return '';
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

function two(count: number): string {
  return String(count).padStart(2, '0');
}
