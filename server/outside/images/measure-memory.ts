import { readFile } from 'node:fs/promises';
import { normaliseLogo, normalisePicture, normaliseScreenshot } from './normalisers.ts';

/*
 * A test runs this as a process of its own, to measure memory without the test runner's. Arguments: the kind, `logo`,
 * `picture` or `screenshot`, and files of pictures. Prints each picture's outcome and by how many megabytes the
 * process's peak rose.
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
