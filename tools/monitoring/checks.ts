import { doctorChecks } from '#contract/doctor-checks.ts';

/** The table of docs/production.md between its marks, as oxfmt sets it. */
export function writeChecks(): string {
  const rows = [['check', 'looks at'], ...Object.entries(doctorChecks)];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const writeRow = (row: readonly string[]) =>
    `| ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...others] = rows;
  const line = widths.map((width) => '-'.repeat(width));
  return [head, line, ...others].map(writeRow).join('\n');
}
