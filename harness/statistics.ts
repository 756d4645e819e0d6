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

/** The least-squares line through values that are one apart, and the standard error of its slope. Needs three values. */
export function fitLine(values: readonly number[]): { slope: number; error: number } {
  if (values.length < 3) throw new Error('A line needs three values.');
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const [middle, mean] = [(values.length - 1) / 2, sum(values) / values.length];
  const squares = sum(values.map((_, place) => (place - middle) ** 2));
  const slope = sum(values.map((value, place) => (place - middle) * (value - mean))) / squares;
  const left = sum(values.map((value, place) => (value - mean - slope * (place - middle)) ** 2));
  return { slope, error: Math.sqrt(left / (values.length - 2) / squares) };
}
