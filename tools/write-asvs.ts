import { readFileSync, writeFileSync } from 'node:fs';
import { findFaults, readAnswers, renderSummary } from './asvs/answers.ts';
import { fromRoot } from './setup/paths.mjs';

/** The lines between these marks of SECURITY.md are written from docs/asvs.md. */
const marks = ['<!-- npm run asvs -->\n\n', '\n<!-- end -->'] as const;

const read = (path: string) => readFileSync(fromRoot(...path.split('/')), 'utf8');

const source = read('docs/asvs.md');
const faults = findFaults(source);
const document = read('SECURITY.md');
const [start, end] = [document.indexOf(marks[0]) + marks[0].length, document.indexOf(marks[1])];
const current = `${document.slice(0, start)}${renderSummary(readAnswers(source))}${document.slice(end)}`;

if (!process.argv.includes('--check')) writeFileSync(fromRoot('SECURITY.md'), current);
else if (current !== document) faults.push('SECURITY.md differs: run "npm run asvs" and commit it.');
for (const fault of faults) console.error(`docs/asvs.md: ${fault}`);
if (faults.length > 0) process.exitCode = 1;
