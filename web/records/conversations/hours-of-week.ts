import type { AnalyticsStats } from '#features/dashboard/contract/analytics.ts';

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
export const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour);

/** Conversations by weekday, Monday first, and by hour. Missing hours are 0. */
export function fillWeek(hours: AnalyticsStats['hours'], period: 'total' | 'previous' = 'total'): number[][] {
  const week = weekdays.map(() => hoursOfDay.map(() => 0));
  for (const { weekday, hour, [period]: count } of hours) {
    const day = week[weekday - 1];
    if (day) day[hour] = count;
  }
  return week;
}

/** 'Tuesday, 9:00 to 10:00' */
export function describeHour(weekday: number, hour: number): string {
  return `${weekdays[weekday] ?? ''}, ${hour}:00 to ${hour + 1}:00`;
}

/** The hour of the week with the most conversations; undefined where there are none. */
export function findBusiestHour(week: readonly (readonly number[])[]): string | undefined {
  const all = week.flat();
  const highest = Math.max(0, ...all);
  if (highest === 0) return undefined;
  const index = all.indexOf(highest);
  return describeHour(Math.floor(index / 24), index % 24);
}
