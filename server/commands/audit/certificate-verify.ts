import { parseArgs } from 'node:util';
import { checkCertificate } from './check-certificate.ts';
import { CommandFailed, readSmallFile, runCommand, UsageError } from '../run-command.ts';
import { toCommandLine } from '../../lib/command-line.ts';

const usage = `Usage: ${toCommandLine('certificate:verify', 'FILE [--key KEY]')}
Verifies the certificate of a deleted company. Needs neither portal nor database. KEY is the public key of the audit
checkpoints, which were downloaded before; exit code 1 where the certificate was changed or another key signed it.
`;

async function verifyCertificate(stop: AbortSignal): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { key: { type: 'string' } } });
  const [path, ...others] = positionals;
  if (path === undefined || others.length > 0) throw new UsageError('Name one file.');
  const text = await readSmallFile(path, stop);
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
