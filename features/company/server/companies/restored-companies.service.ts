import type { Uses } from '#server/portal/portal.ts';
import { recordAudit } from '#server/records/audit.ts';
import { toCompanySubject } from './company-audit.ts';
import { findProvider } from './deleted-companies.repository.ts';

interface Found {
  readonly id: string;
  readonly name: string;
  /** When the backup was made. */
  readonly madeAt: Date;
  readonly isInPlace: boolean;
}

interface Restored extends Found {
  readonly rows: number;
  /** Undefined where those since the backup are not known. */
  readonly erasures: number | undefined;
}

const toEntry = ({ id, name }: Found, action: string, now: Date) => ({
  ...toCompanySubject({ id, name }),
  actor: { accountId: null, name: 'Restore from a backup', email: '' },
  action,
  requestId: '',
  now,
});

/** Notes in the provider's log, before anything is changed, that a restore begins: one that is killed leaves no other entry. */
export async function recordRestoreBegin({ database, clock }: Uses<'database' | 'clock'>, found: Found): Promise<void> {
  const after = { backupOf: found.madeAt.toISOString(), replacedRows: found.isInPlace };
  await database.inSystem('companies.restore', async (tx) => {
    const provider = await findProvider(tx);
    if (!provider) return;
    const entry = toEntry(found, 'companies.begin-restore', clock.now());
    await recordAudit(tx, { ...entry, companyId: provider.id, after });
  });
}

/** Notes in the log of the company, and in that of the provider, that the company was restored from a backup. */
export async function recordRestore(
  { database, clock }: Uses<'database' | 'clock'>,
  restored: Restored,
): Promise<void> {
  const { madeAt, isInPlace, rows, erasures } = restored;
  const entry = {
    ...toEntry(restored, 'companies.restore', clock.now()),
    after: {
      backupOf: madeAt.toISOString(),
      replacedRows: isInPlace,
      rows,
      repeatedErasures: erasures ?? 'not known',
    },
  };
  await database.inCompany(restored.id, (tx) => recordAudit(tx, entry));
  await database.inSystem('companies.restore', async (tx) => {
    const provider = await findProvider(tx);
    if (provider) await recordAudit(tx, { ...entry, companyId: provider.id });
  });
}
