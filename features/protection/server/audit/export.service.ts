import type { AuditEntry, AuditFilter } from '#features/protection/contract/audit.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { instantColumns, toRowSet, type RowColumn, type RowSet } from '#server/lib/row-file.ts';
import type { CompanySnapshot } from '#server/sql/sql.ts';
import { allAuditEntries, countAuditEntries, toAuditEntry, type StoredEntry } from './audit.repository.ts';
import { toAuditParams, toVisibleEntry } from './audit.service.ts';

const pageRows = 500;

/** The entries that the list shows with the same filter, newest first. Their export is an entry itself, not part of them. */
export async function openAuditRows(
  snapshot: CompanySnapshot,
  actor: Actor,
  filter: AuditFilter,
  { most }: { readonly most: number | undefined },
): Promise<RowSet> {
  const params = toAuditParams(actor, filter);
  const { count } = await countAuditEntries(snapshot, { ...params, most: most ?? null });
  return toRowSet<AuditEntry>({
    columns: listColumns(actor.timeZone),
    total: count,
    readPages: (startLines) => {
      const startPage = () => {
        const { add, end } = startLines();
        return { add: (entry: StoredEntry) => add(toVisibleEntry(actor, toAuditEntry(entry))), end };
      };
      return snapshot.readPages(allAuditEntries, params, { pageRows, startPage });
    },
  });
}

function listColumns(zone: string): RowColumn<AuditEntry>[] {
  return [
    ...instantColumns<AuditEntry>({ key: 'date', label: 'Time', zone }, ({ date }) => new Date(date)),
    { key: 'author', label: 'Author', value: ({ actor }) => actor.name },
    { key: 'email', label: 'E-mail', value: ({ actor }) => actor.email },
    { key: 'company', label: 'Company of the author', value: ({ actor }) => actor.company },
    { key: 'action', label: 'Action', value: ({ action }) => action },
    { key: 'entity', label: 'Record type', value: ({ entity }) => entity },
    { key: 'record', label: 'Record', value: ({ entityLabel }) => entityLabel },
    { key: 'recordId', label: 'Record ID', value: ({ entityId }) => entityId },
    { key: 'before', label: 'Before', value: ({ before }) => before },
    { key: 'after', label: 'After', value: ({ after }) => after },
    { key: 'request', label: 'Request', value: ({ requestId }) => requestId },
    { key: 'id', label: 'Entry', value: ({ id }) => id },
  ];
}
