import type { Database } from '../../database/open-database.ts';
import type { FileStore } from '../../outside/files/files.ts';
import type { ChainFault, Checkpoint } from '../../records/audit-chain/check-chain.ts';
import { findCheckpointFile } from '../../records/audit-chain/checkpoint-file.ts';
import { verifyChain } from '../../records/audit-chain/verify-chain.ts';

interface Verification {
  readonly database: Database;
  readonly files: Pick<FileStore, 'find'>;
  readonly write: (line: string) => void;
}

const faultWords: Readonly<Record<ChainFault['kind'], string>> = {
  changed: 'the entry or its seal was changed, moved or forged',
  missing: 'the entry was deleted',
  gap: 'the seal of the entry was deleted',
  inserted: 'an entry was inserted past the portal',
  cut: 'the log was cut here',
  replaced: 'the log is another one than the one that was signed',
  forged: 'the checkpoint at this place was changed',
  key: 'the key of the seals is lost, so that nothing can be said from here on',
};

/** Writes a line per company; answers how many are broken. */
export async function verifyCompanies(
  { database, files, write }: Verification,
  companies: readonly { readonly id: string; readonly name: string }[],
  given: readonly Checkpoint[],
): Promise<number> {
  let broken = 0;
  write('company | entries | verdict');
  for (const { id: companyId, name } of companies) {
    const file = await findCheckpointFile(files, companyId);
    const checkpoints = [...file.checkpoints, ...given.filter((each) => each.companyId === companyId)];
    const { place, fault } = await verifyChain(database, { companyId, checkpoints });
    if (fault || !file.isReadable) broken += 1;
    const unreadable = 'BROKEN: the file of checkpoints in the store can not be read';
    write(`${name} | ${place.position} | ${fault ? describeFault(fault) : file.isReadable ? 'intact' : unreadable}`);
  }
  for (const companyId of new Set(given.map((each) => each.companyId))) {
    if (!companies.some(({ id }) => id === companyId)) write(`${companyId} | 0 | signed once, and now deleted`);
  }
  write(
    broken === 0
      ? `Every audit log is intact (${companies.length} companies).`
      : `${broken} of ${companies.length} audit logs are broken.`,
  );
  return broken;
}

function describeFault({ kind, position, entryId, occurredAt }: ChainFault): string {
  const entry = entryId === null ? '' : `, entry ${entryId} of ${occurredAt?.toISOString() ?? 'an unknown time'}`;
  return `BROKEN at place ${position}${entry}: ${faultWords[kind]}`;
}
