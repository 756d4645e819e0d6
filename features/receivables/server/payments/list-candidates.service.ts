import type { EntryCandidate } from '#features/receivables/contract/payments/payment-entries.ts';
import { toEuros, type TenThousandths } from '#features/money/contract/money.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { Uses } from '#server/portal/portal.ts';
import type { SystemTransaction } from '#server/sql/sql.ts';
import { findEntry, listReturnableCredits, type StoredEntry } from './entries.repository.ts';
import { getRest } from './list-entries.service.ts';
import { getKnownPayers } from './match-entries.service.ts';
import { findMentioned, listKeys, toKnown } from './matching/find-references.ts';
import {
  listFirstDue,
  listFoundInvoices,
  listNamedInvoices,
  type PayableInvoiceRow,
} from './payable-invoices.repository.ts';
import { listPaymentsOfEntries } from './statements.repository.ts';
import { getLeft } from './returns.service.ts';

const most = 20;

/**
 * Lists what an open entry may be: of a credit the invoices that something is owed for, those that it names first, then those of its
 * amount, of its customer and the first due ones; of a return the credits that have as much.
 */
export async function listCandidates(
  { database }: Uses<'database'>,
  { actor }: CallContext,
  { id, search = '' }: { readonly id: string; readonly search: string | undefined },
): Promise<EntryCandidate[]> {
  const { homeCompanyId: provider } = actor;
  return database.inSystem('payments.match', async (tx) => {
    const entry = await findEntry(tx, { provider, id });
    if (!entry) throw new Problem('record.not-found');
    if (entry.kind === 'return') return listCredits(tx, provider, { entry, search });
    const invoices = search === '' ? await listLikely(tx, provider, entry) : await listFound(tx, search);
    return invoices.slice(0, most).map(toCandidate);
  });
}

const toCandidate = ({ id, number, companyName, owed, dueDay }: PayableInvoiceRow): EntryCandidate => ({
  id,
  label: number,
  companyName,
  amount: toEuros(owed),
  day: dueDay,
});

const anyDue = { amount: null, customers: null, limit: most };

const listFound = (tx: SystemTransaction, search: string) =>
  listFoundInvoices(tx, { search, sum: findSum(search), limit: most });

/** The sum that a text is, in cents, with a point or a comma: `€1,234.50`, `1234,5`. */
function findSum(text: string): TenThousandths | null {
  const [, whole = '', cents = ''] = /^(?:€|EUR)?\s*(\d[\d\s.,]*?)(?:[.,](\d{1,2}))?$/i.exec(text.trim()) ?? [];
  const digits = whole.replaceAll(/\D/g, '');
  return digits === '' || digits.length > 9 ? null : Number(digits) * 10_000 + Number(cents.padEnd(2, '0')) * 100;
}

/** Invoices without a search, the likeliest first. */
async function listLikely(tx: SystemTransaction, provider: string, entry: StoredEntry): Promise<PayableInvoiceRow[]> {
  const named = await listNamedInvoices(tx, listKeys([entry]));
  const { byReference, byNumber } = findMentioned(entry, toKnown(named));
  const certain = [...byReference, ...byNumber].filter(({ owed }) => owed > 0);
  const payers = await getKnownPayers(tx, { provider }, [entry]);
  const customers = [
    ...new Set([
      ...certain.map(({ customerId }) => customerId),
      ...[...payers.values()].flatMap((known) => [...known]),
    ]),
  ];
  const found = new Map(certain.map((invoice) => [invoice.id, invoice]));
  const amount = getRest(entry);
  for (const asked of [{ customers, amount }, { amount }, { customers }, {}]) {
    if (found.size >= most) break;
    for (const invoice of await listFirstDue(tx, { ...anyDue, ...asked })) found.set(invoice.id, invoice);
  }
  return [...found.values()];
}

/** Credits that a return may take back; where one has paid several invoices and the return takes a part, each of its payments. */
async function listCredits(
  tx: SystemTransaction,
  provider: string,
  { entry, search }: { readonly entry: StoredEntry; readonly search: string },
): Promise<EntryCandidate[]> {
  const { day, amountTenThousandths: amount, identifications, payerIban } = entry;
  const credits = await listReturnableCredits(tx, {
    provider,
    day,
    amount,
    identifications,
    payerIban,
    search,
    limit: most,
  });
  const payments = await listPaymentsOfEntries(tx, { ids: credits.map(({ id }) => id) });
  const byEntry = Map.groupBy(payments, ({ entryId }) => entryId);
  return credits
    .flatMap((credit) => {
      const whole = toReturnCandidate(credit);
      const paid = byEntry.get(credit.id) ?? [];
      const fromPayments = amount - getRest(credit);
      if (paid.length < 2 || fromPayments <= 0 || fromPayments === credit.assignedTenThousandths) return [whole];
      return paid
        .filter(({ amountTenThousandths }) => amountTenThousandths >= fromPayments)
        .map(({ id, number, companyName, amountTenThousandths }) => ({
          ...whole,
          id,
          label: `${whole.label}, ${number}, ${companyName}`,
          amount: toEuros(amountTenThousandths),
        }));
    })
    .slice(0, most);
}

const toReturnCandidate = (credit: StoredEntry): EntryCandidate => ({
  id: credit.id,
  label: credit.payerName ?? credit.payerIban ?? 'Payment',
  companyName: null,
  amount: toEuros(getLeft(credit)),
  day: credit.day,
});
