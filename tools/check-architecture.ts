import { findFaults } from './architecture/find-faults.ts';
import { readSourceFiles } from './architecture/source-file.ts';
import { rootDir } from './setup/paths.mjs';

const files = readSourceFiles(rootDir);
const findings = findFaults(files);
for (const { path, line, severity, message } of findings) {
  console.log(`${path}:${line} ${severity}: ${message}`);
}
const errorCount = findings.filter(({ severity }) => severity === 'error').length;
console.log(`${files.length} files, ${errorCount} errors, ${findings.length - errorCount} warnings`);
process.exitCode = errorCount > 0 ? 1 : 0;
