import { parseArgs } from 'node:util';
import { readRows, rewriteReadme, toTable } from '../harness/report.ts';
import { ensureWebBuild } from '../tools/setup/web-build.mjs';
import type { Check } from './check.ts';
import { faults } from './faults/faults.ts';
import { races } from './races/races.ts';
import { runCheck, type Result } from './run-check.ts';

const sets: Readonly<Record<string, Readonly<Record<string, Check>>>> = { faults, races };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', multiple: true, default: [] },
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const usage = `npm run verify:faults | npm run verify:races [-- --only check …] [--quick]
Brings faults and races about on portals of its own, prints a table, and keeps it in verify/README.md.
Faults: ${Object.keys(faults).join(', ')}. Races: ${Object.keys(races).join(', ')}.
--quick runs a tenth of the rounds and keeps nothing. Exit code 1 where something did not hold.
`;

const isHeld = ({ faults: found, notRun }: Result) => notRun === undefined && found?.length === 0;

function toVerdict({ notRun, faults: found = [] }: Result): string {
  if (notRun !== undefined) return `not run: ${notRun}`;
  return found.length === 0 ? 'yes' : `**no**: ${found.join('; ')}`;
}

const head = ['brought about', 'expected', 'rounds', 'seen', 'held', 'run'];

function toCells(result: Result): string[] {
  const counts = Object.entries(result.counts ?? {}).map(([name, value]) => `${name} ${value}`);
  const run = `${result.run.date.slice(0, 10)}, commit ${result.run.commit}`;
  return [result.title, result.expected, String(result.rounds ?? 0), counts.join(', '), toVerdict(result), run];
}

/** Puts it in the place of its last row in verify/README.md, in the order of the set. */
function keepResult(name: string, result: Result): void {
  const titles = Object.values(sets[name] ?? {}).map(({ title }) => title);
  rewriteReadme('verify', name, (text) => {
    const kept = new Map([...readRows(text), toCells(result)].map((cells) => [cells[0] ?? '', cells]));
    return toTable(
      head,
      titles.flatMap((title) => (kept.has(title) ? [kept.get(title) ?? []] : [])),
    );
  });
}

async function runSet(): Promise<void> {
  const [name = ''] = positionals;
  const checks = sets[name];
  const unknown = values.only.find((key) => !Object.hasOwn(checks ?? {}, key));
  if (values.help || !checks || unknown !== undefined) {
    process.stdout.write(usage);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const chosen = Object.entries(checks).filter(([key]) => values.only.length === 0 || values.only.includes(key));
  await ensureWebBuild();
  const results: Result[] = [];
  for (const [key, check] of chosen) {
    process.stdout.write(`${check.title} (${key}) … `);
    const result = await runCheck(check, { isQuick: values.quick });
    results.push(result);
    process.stdout.write(`${result.seconds} s, ${toVerdict(result)}\n`);
    // After each, because a run of all takes long and may be ended before.
    if (!values.quick) keepResult(name, result);
  }
  process.stdout.write(`\n${toTable(head, results.map(toCells))}\n`);
  if (!results.every(isHeld)) process.exitCode = 1;
}

await runSet();
// A check that ended by an error may have left timers, sockets or programs that would keep this one open.
process.exit();
