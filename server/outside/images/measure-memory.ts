import { readFile } from 'node:fs/promises';
import { normaliseLogo } from './normalise-logo.ts';

/*
 * Run by a test as a process of its own, so that its memory is nobody else's: normalises the pictures in the files
 * named on the command line and prints what became of each and how far the process's peak rose, in megabytes.
 */

async function outcomeOf(path: string): Promise<string> {
  const outcome = await normaliseLogo(await readFile(path));
  return outcome.ok ? 'taken' : outcome.reason;
}

const peakMegabytes = () => process.resourceUsage().maxRSS / 1024;

const before = peakMegabytes();
const outcomes: string[] = [];
for (const path of process.argv.slice(2)) outcomes.push(await outcomeOf(path));
process.stdout.write(JSON.stringify({ outcomes, grownMegabytes: peakMegabytes() - before }));
