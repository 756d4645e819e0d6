import { expect, test } from 'vitest';
import { project } from './projection.ts';

/** A sign of which the second byte is that of `>`. */
const wide = (count: number) => '\u3e3e'.repeat(count);

test.each([
  ['empty quotes in one tag', (count: number) => `<a ${'=""'.repeat(count)}`],
  ['empty quotes before wide signs', (count: number) => `<a ${'=""'.repeat(count)}${wide(3 * count)}`],
  ['quotes by turns before wide signs', (count: number) => `<a ${`=""=''`.repeat(count)}${wide(3 * count)}`],
  ['quotes behind blanks', (count: number) => `<a ${'=   ""'.repeat(count)}${wide(3 * count)}`],
  ['tags with quoted ends', (count: number) => '<a b=">">'.repeat(count)],
  ['tags with one open quote each', (count: number) => `<a b='>`.repeat(count)],
  ['closing tags', (count: number) => `</a ${'=""'.repeat(count)}${wide(3 * count)}`],
  ['declarations', (count: number) => `<!a ${'=""'.repeat(count)}${wide(3 * count)}`],
  ['open comments', (count: number) => `<!-- <!-${wide(1)}`.repeat(count)],
])('%s are projected in a time linear in their length', (_name, make) => {
  const measure = (count: number) => {
    const { user: before } = process.threadCpuUsage();
    project(make(count));
    return (process.threadCpuUsage().user - before) / 1000;
  };
  measure(30_000);
  // Sixteen times for a quadratic one.
  expect(measure(40_000)).toBeLessThan(10 * Math.max(measure(10_000), 30));
});
