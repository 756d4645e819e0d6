import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fromRoot, rootDir } from '../tools/setup/paths.mjs';
import type { Reading } from './figure.ts';
import type { describeRun } from './machine.ts';

/** Contents of `bench/results/<name>.json`: the last measurement of one figure. */
export interface Result {
  readonly figure: string;
  readonly title: string;
  readonly method: string;
  readonly run: ReturnType<typeof describeRun>;
  readonly readings: readonly Reading[];
}

const folder = fromRoot('bench', 'results');
const readme = fromRoot('bench', 'README.md');
const [tableStart, tableEnd] = ['<!-- results -->', '<!-- end of results -->'];

export function writeResult(result: Result): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${result.figure}.json`, `${JSON.stringify(result, null, 2)}\n`);
}

/** Puts the last measurement of every figure into the table of bench/README.md. `order` names the figures. */
export function updateReadme(order: readonly string[]): void {
  const results = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as Result)
    .toSorted((a, b) => order.indexOf(a.figure) - order.indexOf(b.figure));
  const text = readFileSync(readme, 'utf8');
  const [before = ''] = text.split(tableStart, 1);
  const after = text.slice(text.indexOf(tableEnd));
  const sections = results.map(describeResult).join('\n');
  writeFileSync(readme, `${before}${tableStart}\n\n${sections}\n${after}`);
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
