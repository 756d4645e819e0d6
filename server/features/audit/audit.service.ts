import type { AuditEntry } from '#contract/audit.ts';
import type { Database } from '../../database/open-database.ts';
import type { Actor } from '../../lib/request/actor.ts';
import { listAuditEntries } from './audit.repository.ts';
import type { AuditPage } from './audit.repository.ts';

export interface AuditDependencies {
  readonly database: Database;
}

const pageSize = 50;

/** One page; `next` is what `before` takes for the following one, null at the end. */
export async function readAuditPage(
  { database }: AuditDependencies,
  actor: Actor,
  { limit = pageSize, ...filter }: Partial<AuditPage>,
): Promise<{ entries: AuditEntry[]; next: string | null }> {
  const found = await database.withCompany(actor.companyId, (tx) =>
    listAuditEntries(tx, { ...filter, limit: limit + 1 }),
  );
  const entries = found.slice(0, limit);
  return { entries, next: found.length > limit ? (entries.at(-1)?.id ?? null) : null };
}
