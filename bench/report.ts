import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fromRoot, rootDir } from '../tools/setup/paths.mjs';
import type { Reading } from './figure.ts';
import type { describeRun } from './machine.ts';

/** The last measurement of one figure. */
export interface Result {
  readonly figure: string;
  readonly title: string;
  readonly method: string;
  readonly run: ReturnType<typeof describeRun>;
  readonly readings: readonly Reading[];
}

const readme = fromRoot('bench', 'README.md');
const [tableStart, tableEnd] = ['<!-- results -->', '<!-- end of results -->'];
const figureOf = (section: string) => /^### .*\(`(?<name>\w+)`\)$/m.exec(section)?.groups?.['name'] ?? '';

/** Puts a measurement in the place of the last one of its figure in bench/README.md. `order` names the figures. */
export function keepResult(result: Result, order: readonly string[]): void {
  const text = readFileSync(readme, 'utf8');
  const [before = ''] = text.split(tableStart, 1);
  const after = text.slice(text.indexOf(tableEnd));
  const kept = text.slice(before.length + tableStart.length, -after.length).split(/^(?=### )/m);
  const others = kept
    .map((section) => section.trim())
    .filter((section) => ![result.figure, ''].includes(figureOf(section)));
  const sections = [...others, describeResult(result)].toSorted(
    (one, other) => order.indexOf(figureOf(one)) - order.indexOf(figureOf(other)),
  );
  writeFileSync(readme, `${before}${tableStart}\n\n${sections.join('\n\n')}\n\n${after}`);
  execFileSync(fromRoot('node_modules', '.bin', 'oxfmt'), [readme], { cwd: rootDir });
}

function describeResult({ figure, title, method, run, readings }: Result): string {
  const { machine } = run;
  const origin = [
    run.date.slice(0, 16).replace('T', ' '),
    `commit ${run.commit}${run.hasUncommittedChanges ? ' with changes' : ''}`,
    `${machine.cores} cores, ${machine.memoryGigabytes} GB, Node ${machine.node}`,
    `load before ${run.loadBefore}`,
  ].join(' · ');
  return `### ${title} (\`${figure}\`)\n\n${method}\n\n${toTable(readings)}\n\n${origin}\n`;
}

/** The readings as the table that the console and the README show. */
export function toTable(readings: readonly Reading[]): string {
  const verdict = ({ isReached }: Reading) => (isReached === undefined ? '' : isReached ? 'yes' : '**no**');
  const rows = readings.map((reading) => [reading.name, reading.reach, reading.measured, verdict(reading)]);
  const lines = [['figure', 'reach', 'measured', 'reached'], ['---', '---', '---', '---'], ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
