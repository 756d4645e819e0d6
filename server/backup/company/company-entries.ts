import { findColumn, readLines, toCopyField } from '../../database/copy/company-line-filter.ts';
import { readArchive } from '../format/archive-reader.ts';
import { BackupRefused } from '../format/backup-refused.ts';
import type { Decryption } from '../format/encryption.ts';
import type { Manifest } from '../format/manifest.ts';
import { readManifest } from '../whole/restore-backup.ts';

export interface FoundCompany {
  readonly id: string;
  readonly name: string;
  /** Accounts of its users. */
  readonly accountIds: ReadonlySet<string>;
  /** When the backup was made. */
  readonly madeAt: Date;
}

const companies = 'public.companies';
const users = 'public.users';

/**
 * Finds a company in a backup by its name or id, with the accounts of its users.
 * @throws BackupRefused where there is none, or several have the name
 */
export async function findCompany(path: string, decryption: Decryption, wanted: string): Promise<FoundCompany> {
  const entries = readArchive(path, decryption);
  try {
    const manifest = await readManifest(entries);
    const named: Named[] = [];
    const accountIds: string[] = [];
    for await (const { name: entry, bytes } of entries) {
      const [kind, table = ''] = entry.split('/');
      // Tables come in the order of their names.
      if (kind !== 'tables' || table > users) break;
      if (table === companies) named.push(...listNamed(manifest, bytes, wanted));
      if (table === users) accountIds.push(...listAccounts(manifest, bytes, chooseOne(named, wanted)));
    }
    return { ...chooseOne(named, wanted), accountIds: new Set(accountIds), madeAt: new Date(manifest.madeAt) };
  } finally {
    await entries.return(undefined);
  }
}

type Named = Pick<FoundCompany, 'id' | 'name'>;

function listNamed(manifest: Manifest, bytes: Buffer, wanted: string): Named[] {
  const [atId, atName] = [findColumn(manifest, companies, 'id'), findColumn(manifest, companies, 'name')];
  return [...readLines(bytes)]
    .map(({ fields }) => ({ id: fields[atId] ?? '', name: fields[atName] ?? '' }))
    .filter(({ id, name }) => id === wanted.toLowerCase() || name === toCopyField(wanted));
}

function listAccounts(manifest: Manifest, bytes: Buffer, { id }: Named): string[] {
  const [atCompany, atAccount] = [findColumn(manifest, users, 'company_id'), findColumn(manifest, users, 'account_id')];
  return [...readLines(bytes)].flatMap(({ fields }) => (fields[atCompany] === id ? [fields[atAccount] ?? ''] : []));
}

function chooseOne(named: readonly Named[], wanted: string): Named {
  const [company, other] = named;
  if (!company) throw new BackupRefused(`The backup has no company "${wanted}".`);
  if (other)
    throw new BackupRefused(
      `${named.length} companies of the backup are called "${wanted}": name one by its id (${named.map(({ id }) => id).join(', ')}).`,
    );
  return company;
}
