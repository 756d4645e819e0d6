/** The middle value; of an even number of values the mean of the two in the middle. Throws where there is none. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value below which `part` (0 to 1) of the values lie, interpolated. Throws where there is none. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * part;
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  if (below === undefined || above === undefined) throw new Error('There is nothing to take a median of.');
  return below + (above - below) * (place % 1);
}

export const roundAll = (values: readonly number[]) => values.map((value) => Math.round(value * 10) / 10);
