import { parseArgs } from 'node:util';
import { openFiles } from '../../outside/files/open-files.ts';
import { listCompanies } from '../../records/audit-chain/chain.repository.ts';
import type { Checkpoint } from '../../records/audit-chain/check-chain.ts';
import { parseCheckpoints } from '../../records/audit-chain/checkpoints.ts';
import { verifyCompanies } from './audit-verification.ts';
import { CommandFailed, readSmallFile, runCommand, withDatabase } from '../run-command.ts';
import { toCommandLine } from '../../lib/command-line.ts';

const usage = `Usage: ${toCommandLine('audit:verify', '[--checkpoints FILE]')}
Verifies the audit log of every company against its seals, its signed checkpoints and those in the store of files, and
against the checkpoints in FILE, which the page of the audit log downloads. Names the first broken entry; exit code 1.
`;

async function readCheckpoints(path: string, stop: AbortSignal): Promise<Checkpoint[]> {
  const text = await readSmallFile(path, stop);
  try {
    return parseCheckpoints(text);
  } catch (error) {
    throw new CommandFailed(`${path}: ${(error as Error).message}`);
  }
}

async function verifyAudit(stop: AbortSignal): Promise<number> {
  const { checkpoints: path } = parseArgs({ options: { checkpoints: { type: 'string' } } as const }).values;
  const checkpoints = path === undefined ? [] : await readCheckpoints(path, stop);
  return withDatabase({ stop }, async ({ config, database }) => {
    const companies = await database.inSystem('audit.check', (tx) => listCompanies(tx));
    const files = await openFiles(config);
    const write = (line: string) => process.stdout.write(`${line}\n`);
    return (await verifyCompanies({ database, files, write }, companies, checkpoints)) === 0 ? 0 : 1;
  });
}

await runCommand(usage, verifyAudit);
