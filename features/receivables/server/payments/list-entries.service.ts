import type { EntryState } from '#features/receivables/contract/payments/entry-words.ts';
import type { BankEntry, ReadStatement } from '#features/receivables/contract/payments/payment-entries.ts';
import { toEuros, type TenThousandths } from '#features/money/contract/money.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { Uses } from '#server/portal/portal.ts';
import type { SystemTransaction } from '#server/sql/sql.ts';
import { getLeft } from './returns.service.ts';
import { countEntries, listEntries, type StoredEntry } from './entries.repository.ts';
import { listPaymentsOfEntries, listStatements, type StoredStatement } from './statements.repository.ts';

const pageSize = 50;

interface EntriesQuery {
  /** By default those that a person decides about. */
  readonly state?: EntryState | undefined;
  readonly search?: string | undefined;
  /** The last entry of the page before, as `2026-11-21_` with its id. */
  readonly before?: string | undefined;
}

/** One page of a state, with the counts of all states. */
export async function listEntriesOfState(
  { database }: Uses<'database'>,
  { actor }: Pick<CallContext, 'actor'>,
  { state = 'open', search = '', before }: EntriesQuery,
) {
  const { homeCompanyId: provider } = actor;
  const [day = null, id = null] = before?.split('_') ?? [];
  return database.inSystem('payments.match', async (tx) => {
    const rows = await listEntries(tx, { provider, state, day, id, search, limit: pageSize + 1 });
    const shown = rows.slice(0, pageSize);
    const last = shown.at(-1);
    const { openRest, ...counts } = await countEntries(tx, { provider });
    return {
      entries: await listBankEntries(tx, shown),
      next: rows.length > pageSize && last ? `${last.day}_${last.id}` : null,
      sums: { ...counts, openRest: toEuros(openRest) },
    };
  });
}

export async function listReadStatements(
  { database }: Uses<'database'>,
  { actor }: Pick<CallContext, 'actor'>,
): Promise<ReadStatement[]> {
  const { homeCompanyId: provider } = actor;
  const stored = await database.inSystem('payments.match', (tx) => listStatements(tx, { provider }));
  return stored.map(toReadStatement);
}

export function toReadStatement(stored: StoredStatement): ReadStatement {
  const { id, fileName, statementId, iban, fromDay: from, toDay: to, readAt, readBy, entries, known } = stored;
  const { outgoing, pending, inOthers: foreign } = stored;
  const base = { id, fileName, statementId, iban, from, to, readAt: readAt.toISOString(), readBy };
  return { ...base, entries, known, outgoing, pending, foreign };
}

/** The part of an entry that is assigned to no invoice; nothing of a return and of what was taken back. */
export const getRest = (entry: StoredEntry): TenThousandths =>
  entry.kind === 'return' || entry.state === 'returned' ? 0 : getLeft(entry) - entry.assignedTenThousandths;

/** Entries with the invoices that they pay. */
export async function listBankEntries(tx: SystemTransaction, entries: readonly StoredEntry[]): Promise<BankEntry[]> {
  const paying = entries.filter(({ assignedTenThousandths }) => assignedTenThousandths > 0).map(({ id }) => id);
  const payments = paying.length === 0 ? [] : await listPaymentsOfEntries(tx, { ids: paying });
  const byEntry = Map.groupBy(payments, ({ entryId }) => entryId);
  return entries.map((entry) => {
    const { id, kind, state, reason, day, payerName, payerIban, references, text, decidedBy, version } = entry;
    return {
      id,
      kind,
      state,
      reason: state === 'open' ? reason : null,
      day,
      amount: toEuros(entry.amountTenThousandths),
      rest: toEuros(getRest(entry)),
      returned: toEuros(entry.amountTenThousandths - getLeft(entry)),
      payerName,
      payerIban,
      references,
      text,
      payments: (byEntry.get(id) ?? []).map(({ invoiceId, number, customerId, companyName, amountTenThousandths }) => ({
        invoiceId,
        number,
        companyId: customerId,
        companyName,
        amount: toEuros(amountTenThousandths),
      })),
      decidedBy,
      version,
    };
  });
}

export async function toBankEntry(tx: SystemTransaction, entry: StoredEntry): Promise<BankEntry> {
  const [shown] = await listBankEntries(tx, [entry]);
  if (!shown) throw new Problem('record.not-found');
  return shown;
}
