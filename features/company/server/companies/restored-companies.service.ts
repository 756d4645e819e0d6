import type { Uses } from '#server/portal/portal.ts';
import { recordAudit } from '#server/records/audit.ts';
import { toCompanySubject } from './company-audit.ts';
import { findProvider } from './deleted-companies.repository.ts';

interface Restored {
  readonly id: string;
  readonly name: string;
  /** When the backup was made. */
  readonly madeAt: Date;
  readonly isInPlace: boolean;
  readonly rows: number;
  readonly erasures: number;
}

/** Notes in the log of the company, and in that of the provider, that the company was restored from a backup. */
export async function recordRestore(
  { database, clock }: Uses<'database' | 'clock'>,
  { id, name, madeAt, isInPlace, rows, erasures }: Restored,
): Promise<void> {
  const entry = {
    ...toCompanySubject({ id, name }),
    actor: { accountId: null, name: 'Restore from a backup', email: '' },
    action: 'companies.restore',
    after: { backupOf: madeAt.toISOString(), replacedRows: isInPlace, rows, repeatedErasures: erasures },
    requestId: '',
    now: clock.now(),
  };
  await database.inCompany(id, (tx) => recordAudit(tx, entry));
  await database.inSystem('companies.restore', async (tx) => {
    const provider = await findProvider(tx);
    if (provider) await recordAudit(tx, { ...entry, companyId: provider.id });
  });
}
