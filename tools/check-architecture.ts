import { readFileSync } from 'node:fs';
import { findFaults } from './architecture/find-faults.ts';
import { readSourceFiles, readTextFiles } from './architecture/source-file.ts';
import { fromRoot, rootDir } from './setup/paths.mjs';

const files = readSourceFiles(rootDir);
const contributing = readFileSync(fromRoot('CONTRIBUTING.md'), 'utf8');
const findings = findFaults({ files, texts: readTextFiles(rootDir), contributing });
for (const { path, line, message } of findings) console.log(`${path}:${line} ${message}`);
console.log(`${files.length} files, ${findings.length} errors`);
process.exitCode = findings.length > 0 ? 1 : 0;
