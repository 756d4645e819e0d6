import { metricEntries } from '#contract/metrics/metrics.ts';

const names = metricEntries.map(([name]) => name).toSorted((a, b) => b.length - a.length);
const series = new RegExp(`\\b(${names.join('|')})(_bucket|_count|_sum)?\\b(\\{)?`, 'g');

/** The metrics of the catalogue in an expression. */
export const listNames = (expr: string): string[] => [...expr.matchAll(series)].map(([, name = '']) => name);

/** The expression, whose series of the catalogue have one more condition. */
export const addSelector = (expr: string, selector: string): string =>
  expr.replaceAll(series, (_, name: string, part: string | undefined, brace: string | undefined) =>
    brace === undefined ? `${name}${part ?? ''}{${selector}}` : `${name}${part ?? ''}{${selector},`,
  );
