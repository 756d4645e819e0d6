import { readFile } from 'node:fs/promises';
import { normaliseLogo } from './normalise-logo.ts';
import { normalisePicture } from './normalise-picture.ts';
import { normaliseScreenshot } from './normalise-screenshot.ts';

/*
 * Run by a test as a process of its own, so that its memory is nobody else's: normalises the pictures in the files
 * named on the command line after their kind, `logo`, `picture` or `screenshot`, and prints what became of each and how
 * far the process's peak rose, in megabytes.
 */

const [kind, ...paths] = process.argv.slice(2);
const kinds = { logo: normaliseLogo, picture: normalisePicture, screenshot: normaliseScreenshot };
const normalise = kinds[kind as keyof typeof kinds];

async function outcomeOf(path: string): Promise<string> {
  const outcome = await normalise(await readFile(path));
  return outcome.ok ? 'taken' : outcome.reason;
}

const peakMegabytes = () => process.resourceUsage().maxRSS / 1024;

const before = peakMegabytes();
const outcomes: string[] = [];
for (const path of paths) outcomes.push(await outcomeOf(path));
process.stdout.write(JSON.stringify({ outcomes, grownMegabytes: peakMegabytes() - before }));
