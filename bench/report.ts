import type { describeRun } from '../harness/machine.ts';
import { rewriteReadme, toTable } from '../harness/report.ts';
import type { Reading } from './figure.ts';

/** The last measurement of one figure. */
export interface Result {
  readonly figure: string;
  readonly title: string;
  readonly method: string;
  readonly run: ReturnType<typeof describeRun>;
  readonly readings: readonly Reading[];
}

const figureOf = (section: string) => /^### .*\(`(?<name>\w+)`\)$/m.exec(section)?.groups?.['name'] ?? '';

/** Puts a measurement in the place of the last one of its figure in bench/README.md. `order` names the figures. */
export function keepResult(result: Result, order: readonly string[]): void {
  rewriteReadme('bench', 'results', (text) => {
    const others = text
      .split(/^(?=### )/m)
      .map((section) => section.trim())
      .filter((section) => ![result.figure, ''].includes(figureOf(section)));
    return [...others, describeResult(result)]
      .toSorted((one, other) => order.indexOf(figureOf(one)) - order.indexOf(figureOf(other)))
      .join('\n\n');
  });
}

function describeResult({ figure, title, method, run, readings }: Result): string {
  const { machine } = run;
  const origin = [
    run.date.slice(0, 16).replace('T', ' '),
    `commit ${run.commit}${run.hasUncommittedChanges ? ' with changes' : ''}`,
    `${machine.cores} cores, ${machine.memoryGigabytes} GB, Node ${machine.node}`,
    `load before ${run.loadBefore}`,
  ].join(' · ');
  return `### ${title} (\`${figure}\`)\n\n${method}\n\n${describeReadings(readings)}\n\n${origin}\n`;
}

/** The readings as the table that the console and the README show. */
export function describeReadings(readings: readonly Reading[]): string {
  const verdict = ({ isReached }: Reading) => (isReached === undefined ? '' : isReached ? 'yes' : '**no**');
  const rows = readings.map((reading) => [reading.name, reading.reach, reading.measured, verdict(reading)]);
  return toTable(['figure', 'reach', 'measured', 'reached'], rows);
}
