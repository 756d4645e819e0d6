import { basename } from 'node:path';
import { tableFacts } from '#server/database/tables/tables.ts';
import { parseStrictJson } from '#server/lib/strict-json.ts';
import type { AuditKeys } from '#server/database/audit-chain/audit-keys.ts';
import { getPublicKey, isSignedText, signText, type AuditKey } from '#server/lib/crypto/audit-seal.ts';

/** Rows, accounts and files removed with a company, and the invoices and backups that are kept. No personal data. */
export interface DeletionFacts {
  readonly tables: Readonly<Record<string, number>>;
  readonly accounts: number;
  readonly files: { readonly count: number; readonly bytes: number };
  readonly invoices: readonly { readonly id: string; readonly number: string; readonly keepUntil: string }[];
  readonly backups: readonly { readonly file: string; readonly madeAt: string; readonly keptUntil: string | null }[];
  /** Sums of the provider by month, which its revenue still has; no part of the certificate. Missing in deletions of before. */
  readonly revenue?: readonly object[];
  /** Erasures by ids, so that an older backup of the company can be cleaned of them; no part of the certificate either. */
  readonly erasures?: readonly object[];
}

interface Deleted {
  readonly id: string;
  readonly companyName: string;
  readonly deletedAt: Date;
  readonly facts: DeletionFacts;
}

/** The removed rows by table that are certified: not those of the provider about the company, which no export of it has either. */
const listTables = ({ tables }: Pick<DeletionFacts, 'tables'>) =>
  Object.fromEntries(Object.entries(tables).filter(([name]) => !tableFacts[name]?.isLeftOut));

export const countRows = (facts: Pick<DeletionFacts, 'tables'>) =>
  Object.values(listTables(facts)).reduce((sum, rows) => sum + rows, 0);

interface SignedCertificate {
  readonly certificate: object;
  readonly signature: { readonly key: number; readonly value: string };
}

/** The signature is over the certificate as compact JSON, in the order of its fields. */
export function signCertificate(
  key: AuditKey,
  { id, companyName, deletedAt, facts }: Deleted,
  finishedAt: Date,
): string {
  const { accounts, files, invoices, backups } = facts;
  const certificate = {
    format: 1,
    company: { id, name: companyName },
    deletedAt: deletedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    removed: { rows: countRows(facts), tables: listTables(facts), accounts, files },
    kept: { invoices, backups },
  };
  const value = signText(key, JSON.stringify(certificate)).toString('base64');
  const signature = { algorithm: 'Ed25519', key: key.number, publicKey: getPublicKey(key), value };
  return `${JSON.stringify({ certificate, signature }, undefined, 1)}\n`;
}

/** Whether a certificate is as the portal signed it. */
export function isCertificateSigned(keys: AuditKeys, text: string): boolean {
  const { certificate, signature } = parseStrictJson(text) as SignedCertificate;
  const key = keys.find(signature.key);
  return key !== undefined && isSignedText(key, JSON.stringify(certificate), Buffer.from(signature.value, 'base64'));
}

const dayMs = 86_400_000;

export interface BackupRule {
  readonly keep: number;
  /** Undefined without scheduled backups. */
  readonly at: string | undefined;
  /** Whether the daily backup deletes this file once it is too old. */
  readonly isPruned: (file: string) => boolean;
}

/** Days for which the archive may hold what is deleted now: those of the setting, of the base before, and until the next looks. */
const archiveRestDays = 2;

/** The archive for any point in time, which has every row and file. */
export const toKeptArchive = (days: number, now: Date): DeletionFacts['backups'][number] => ({
  file: 'archive',
  madeAt: now.toISOString(),
  keptUntil: new Date(now.getTime() + (days + archiveRestDays) * dayMs).toISOString(),
});

/**
 * Until when each backup is kept: known for backups that the daily backup deletes. The others are there until the operator
 * deletes them.
 * @param made the latest first
 */
export function toKeptBackups(
  made: readonly { readonly file: string | null; readonly startedAt: Date }[],
  { keep, at, isPruned }: BackupRule,
  now: Date,
): DeletionFacts['backups'] {
  let daysLeft = keep + 1;
  return made.flatMap(({ file, startedAt }): DeletionFacts['backups'] => {
    const path = file ?? '';
    const backup = { file: basename(path), madeAt: startedAt.toISOString(), keptUntil: null };
    if (at === undefined || !isPruned(path)) return [backup];
    daysLeft -= 1;
    if (daysLeft <= 0) return [];
    return [{ ...backup, keptUntil: new Date(now.getTime() + daysLeft * dayMs).toISOString() }];
  });
}
