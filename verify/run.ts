import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fromRoot, rootDir } from '../tools/setup/paths.mjs';
import { ensureWebBuild } from '../tools/setup/web-build.mjs';
import type { Check } from './check.ts';
import { faults } from './faults/faults.ts';
import { races } from './races/races.ts';
import { runCheck } from './run-check.ts';
import type { Result } from './run-check.ts';

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
Brings faults and races about on portals of its own, prints a table, and keeps it in verify/results and verify/README.md.
Faults: ${Object.keys(faults).join(', ')}. Races: ${Object.keys(races).join(', ')}.
--quick runs a tenth of the rounds and keeps nothing. Exit code 1 where something did not hold.
`;

const isHeld = ({ faults: found, notRun }: Result) => notRun === undefined && found?.length === 0;

function toVerdict({ notRun, faults: found = [] }: Result): string {
  if (notRun !== undefined) return `not run: ${notRun}`;
  return found.length === 0 ? 'yes' : `**no**: ${found.join('; ')}`;
}

function toTable(results: readonly Result[]): string {
  const rows = results.map((result) => {
    const counts = Object.entries(result.counts ?? {}).map(([name, value]) => `${name} ${value}`);
    return [result.title, result.expected, String(result.rounds ?? 0), counts.join(', '), toVerdict(result)];
  });
  const head = ['brought about', 'expected', 'rounds', 'seen', 'held'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Keeps it beside the last results of the other checks, in the order of the set. */
function keepResult(name: string, newKey: string, newResult: Result): void {
  const path = fromRoot('verify', 'results', `${name}.json`);
  const kept = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Result>;
  const known = Object.keys(sets[name] ?? {}).flatMap((key) => {
    const result = key === newKey ? newResult : kept[key];
    return result ? [[key, result] as const] : [];
  });
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(known), null, 2)}\n`);
  const readme = fromRoot('verify', 'README.md');
  const marks = [`<!-- ${name} -->`, `<!-- end of ${name} -->`] as const;
  const text = readFileSync(readme, 'utf8');
  const [before = ''] = text.split(marks[0], 1);
  const after = text.slice(text.indexOf(marks[1]));
  const list = known.map(([, result]) => result);
  const origins = [...new Set(list.map(({ run }) => `${run.date.slice(0, 10)}, commit ${run.commit}`))];
  writeFileSync(readme, `${before}${marks[0]}\n\n${toTable(list)}\n\n${origins.join(' · ')}\n\n${after}`);
  execFileSync(fromRoot('node_modules', '.bin', 'oxfmt'), [readme, path], { cwd: rootDir });
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
  const results: Record<string, Result> = {};
  for (const [key, check] of chosen) {
    process.stdout.write(`${check.title} (${key}) … `);
    const result = await runCheck(check, { isQuick: values.quick });
    results[key] = result;
    process.stdout.write(`${result.seconds} s, ${toVerdict(result)}\n`);
    // After each, because a run of all takes long and may be ended before.
    if (!values.quick) keepResult(name, key, result);
  }
  process.stdout.write(`\n${toTable(Object.values(results))}\n`);
  if (!Object.values(results).every(isHeld)) process.exitCode = 1;
}

await runSet();
// A check that ended by an error may have left timers, sockets or programs that would keep this one open.
process.exit();
