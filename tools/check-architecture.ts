import { readFileSync } from 'node:fs';
import { findFaults } from './architecture/find-faults.ts';
import { parseGlossary } from './architecture/glossary.ts';
import { readSourceFiles } from './architecture/source-file.ts';
import { fromRoot, rootDir } from './setup/paths.mjs';

const files = readSourceFiles(rootDir);
const glossary = parseGlossary(readFileSync(fromRoot('CONTRIBUTING.md'), 'utf8'));
const findings = findFaults(files, glossary);
for (const { path, line, message } of findings) console.log(`${path}:${line} ${message}`);
console.log(`${files.length} files, ${findings.length} errors`);
process.exitCode = findings.length > 0 ? 1 : 0;
