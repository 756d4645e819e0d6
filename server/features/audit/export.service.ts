import type { AuditEntry } from '#contract/audit.ts';
import { getDay } from '#contract/calendar/zones.ts';
import type { Database } from '../../database/open-database.ts';
import { csvStart, toCsvLine } from '../../lib/csv.ts';
import { toAuditStamp } from '../../lib/request/call-context.ts';
import type { CallContext } from '../../lib/request/call-context.ts';
import { StreamedFile } from '../../lib/request/streamed-file.ts';
import type { Clock } from '../../outside/clock.ts';
import { recordAudit } from '../../records/audit.ts';
import { listAuditEntries } from './audit.service.ts';
import type { AuditQuery } from './audit.service.ts';

interface ExportDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

const pageSize = 500;

const columns: Readonly<Record<string, (entry: AuditEntry) => string | null>> = {
  'Time (UTC)': ({ date }) => date,
  Author: ({ actor }) => actor.name,
  'E-mail': ({ actor }) => actor.email,
  'Company of the author': ({ actor }) => actor.company,
  Action: ({ action }) => action,
  'Record type': ({ entity }) => entity,
  Record: ({ entityLabel }) => entityLabel,
  'Record ID': ({ entityId }) => entityId,
  Before: ({ before }) => before && JSON.stringify(before),
  After: ({ after }) => after && JSON.stringify(after),
  Request: ({ requestId }) => requestId,
  Entry: ({ id }) => id,
};

/** The entries that the list shows with the same filter, newest first, as CSV. The export is an entry itself, not part of it. */
export async function exportAuditEntries(
  dependencies: ExportDependencies,
  context: CallContext,
  query: Omit<AuditQuery, 'before' | 'limit'>,
): Promise<StreamedFile> {
  const { database, clock } = dependencies;
  const { actor } = context;
  const readPage = (before?: string) => listAuditEntries(dependencies, actor, { ...query, before, limit: pageSize });
  const first = await readPage();
  const now = clock.now();
  const day = getDay(now.getTime(), actor.timeZone);
  await database.withCompany(actor.companyId, (tx) =>
    recordAudit(tx, {
      ...toAuditStamp(context, now),
      action: 'audit.export',
      entity: 'auditLog',
      entityId: 'export',
      entityLabel: 'Audit log',
      after: { ...query },
    }),
  );
  return new StreamedFile(toLines(first, readPage), `audit-log-${day}.csv`, 'text/csv');
}

type Page = Awaited<ReturnType<typeof listAuditEntries>>;

/** One page in memory at a time, and no connection while the client takes it. */
async function* toLines(first: Page, readPage: (before: string) => Promise<Page>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvStart + toCsvLine(Object.keys(columns)));
  for (let page = first; ; page = await readPage(page.next)) {
    const lines = page.entries.map((entry) => toCsvLine(Object.values(columns).map((toValue) => toValue(entry))));
    yield Buffer.from(lines.join(''));
    if (page.next === null) return;
  }
}
