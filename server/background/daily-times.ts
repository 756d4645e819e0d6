/** The last time that the clock showed the time of day `at` (UTC), like `02:30`. */
export function getLastTime(at: string, now: Date): Date {
  const last = new Date(`${now.toISOString().slice(0, 10)}T${at}:00.000Z`);
  if (last > now) last.setUTCDate(last.getUTCDate() - 1);
  return last;
}
