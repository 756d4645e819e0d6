import { readFile, stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { checkCertificate } from './check-certificate.ts';
import { CommandFailed, runCommand, UsageError } from './run-command.ts';

const usage = `Usage: npm run certificate:verify -- FILE [--key KEY]
Verifies the certificate of a deleted company. Needs neither portal nor database. KEY is the public key of the audit
checkpoints, which were downloaded before; exit code 1 where the certificate was changed or another key signed it.
`;

/** A certificate names tables, invoices and backups; a hundredth of it is usual. */
const maxBytes = 10_000_000;

async function readText(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > maxBytes) throw new Error(`it has ${size} bytes`);
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new CommandFailed(`The file ${path} can not be read: ${(error as Error).message}`);
  }
}

async function verifyCertificate(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { key: { type: 'string' } } });
  const [path, ...others] = positionals;
  if (path === undefined || others.length > 0) throw new UsageError('Name one file.');
  const text = await readText(path);
  try {
    process.stdout.write(
      checkCertificate(text, values.key)
        .map((line) => `${line}\n`)
        .join(''),
    );
    return 0;
  } catch (error) {
    throw new CommandFailed(`${path}: ${(error as Error).message}`);
  }
}

await runCommand(usage, verifyCertificate);
