import { findFaults } from './architecture/find-faults.ts';
import { readSourceFiles } from './architecture/source-file.ts';
import { rootDir } from './setup/paths.mjs';

const files = readSourceFiles(rootDir);
const findings = findFaults(files);
for (const { path, line, message } of findings) console.log(`${path}:${line} ${message}`);
console.log(`${files.length} files, ${findings.length} errors`);
process.exitCode = findings.length > 0 ? 1 : 0;
