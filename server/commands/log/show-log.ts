import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { systemClock } from '../../outside/clock.ts';
import {
  formatLine,
  isFiltered,
  levelNumbers,
  matches,
  parseLine,
  type LevelWord,
  type LineFilter,
} from './log-lines.ts';
import { runCommand, UsageError } from '../run-command.ts';
import { splitLines } from './split-lines.ts';
import { toCommandLine } from '../../lib/command-line.ts';

const usage = `Usage: ${toCommandLine('log', '[FILE] [--level LEVEL] [--company ID] [--request ID] [--since TIME]')}
Shows the portal's log as a person reads it, from a file or from standard input, e.g. \`journalctl -u steward -o cat | ${toCommandLine('log')}\`.
Times are UTC. Lines of others are shown as they are, unless something is looked for.
  --level    trace, debug, info, warn, error or fatal: this level and above
  --company  lines of the company with this id
  --request  the line of a call, by the id that a page shows with an error
  --since    a time like 2026-11-28T02:30, or how long ago: 90s, 15m, 2h, 3d
`;

const unitsMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

function parseSince(since: string | undefined, now: Date): number | undefined {
  if (since === undefined) return undefined;
  const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(since) ?? [];
  if (amount !== undefined) return now.getTime() - Number(amount) * unitsMs[unit as keyof typeof unitsMs];
  // A time without a zone is UTC, as those that are shown.
  const isDateAlone = /^\d{4}-\d\d-\d\d$/.test(since);
  const atMs = Date.parse(isDateAlone || /(?:Z|[+-]\d\d:?\d\d)$/.test(since) ? since : `${since}Z`);
  if (!/^\d{4}-/.test(since) || Number.isNaN(atMs))
    throw new UsageError(`--since must be a time like 2026-11-28T02:30, or 90s, 15m, 2h, 3d.`);
  return atMs;
}

function parseArguments() {
  const text = { type: 'string' } as const;
  const options = { level: text, company: text, request: text, since: text };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const { level, company, request, since } = values;
  if (positionals.length > 1) throw new UsageError('Name one file.');
  if (level !== undefined && !Object.hasOwn(levelNumbers, level))
    throw new UsageError(`--level must be one of ${Object.keys(levelNumbers).join(', ')}.`);
  const sinceMs = parseSince(since, systemClock.now());
  const filter: LineFilter = { level: level as LevelWord | undefined, company, request, sinceMs };
  const [file] = positionals;
  if (file === undefined && process.stdin.isTTY) throw new UsageError('Name a file, or pipe the log into it.');
  return { file, filter };
}

async function showLog(stop: AbortSignal): Promise<number> {
  const { file, filter } = parseArguments();
  const { stdout } = process;
  // A reader that has enough, such as head, ends it; what it has not read is missed by no one.
  stdout.on('error', () => process.exit(0));
  const hasColours = stdout.isTTY && stdout.hasColors();
  const input = file === undefined ? process.stdin : createReadStream(file);
  stop.addEventListener('abort', () => input.destroy());
  for await (const text of splitLines(input)) {
    const line = parseLine(text);
    const shown = line ? matches(line, filter) && formatLine(line, hasColours) : !isFiltered(filter) && text;
    if (shown !== false && !stdout.write(`${shown}\n`)) await once(stdout, 'drain');
  }
  return 0;
}

await runCommand(usage, showLog);
