const DAY_SECONDS = 86_400;

/** `--expires 90d` in seconds; undefined if it says anything else. */
export function expirySeconds({ expires }: { expires?: string | undefined }): number | undefined {
  const days = Number(/^(\d{1,4})d$/.exec(expires ?? '')?.[1] ?? 0);
  return days === 0 ? undefined : days * DAY_SECONDS;
}
