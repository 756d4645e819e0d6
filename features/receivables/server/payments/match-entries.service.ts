import { Problem } from '#server/lib/request/problem.ts';
import type { SystemTransaction } from '#server/sql/sql.ts';
import { payInvoices, recordEntries, type Scope } from './apply-payments.service.ts';
import {
  listCreditsOf,
  listKnownPayers,
  listOpenCredits,
  listOpenReturns,
  type StoredEntry,
} from './entries.repository.ts';
import { listKeys } from './matching/find-references.ts';
import { pairReturns } from './matching/pair-returns.ts';
import { planPayments, type KnownPayers, type OpenCredit, type PaymentPlan } from './matching/plan-payments.ts';
import { listNamedInvoices, listOwedInvoices, type PayableInvoiceRow } from './payable-invoices.repository.ts';
import { getLeft, applyWholeReturns, applyReturn, type TakenBack } from './returns.service.ts';

/** One that finds the invoices changed locks them, so that the next one holds, but for invoices that it names first. */
const mostPlans = 5;

/**
 * Decides by rule about all open entries that no person has decided about: first returns, so that what is taken back is never paid,
 * then credits. The transaction holds the provider. Answers the entries that it has decided.
 */
export async function matchEntries(tx: SystemTransaction, scope: Scope): Promise<StoredEntry[]> {
  const returned = await matchReturns(tx, scope);
  for (let plans = 0; plans < mostPlans; plans += 1) {
    const decided = await matchCredits(tx, scope);
    if (decided) {
      // Several returns may take back parts of one credit: as it is then.
      const last = new Map([...returned, ...decided].map((entry) => [entry.id, entry]));
      return [...last.values()].filter(
        ({ state, assignedTenThousandths }) => state !== 'open' || assignedTenThousandths > 0,
      );
    }
  }
  throw new Problem('service.overloaded', {
    retryAfterSeconds: 1,
    detail: 'invoices change while payments are matched',
  });
}

const toReturnable = (entry: StoredEntry) => ({
  ...entry,
  amount: entry.kind === 'credit' ? getLeft(entry) : entry.amountTenThousandths,
});

async function matchReturns(tx: SystemTransaction, scope: Scope): Promise<StoredEntry[]> {
  const { provider } = scope;
  const returns = await listOpenReturns(tx, { provider });
  if (returns.length === 0) return [];
  const amounts = [...new Set(returns.map(({ amountTenThousandths }) => amountTenThousandths))];
  const identifications = [...new Set(returns.flatMap((each) => each.identifications))];
  const found = await listCreditsOf(tx, { provider, amounts, identifications });
  const credits = new Map<string, StoredEntry>(found.map((entry) => [entry.id, entry]));
  const pairs = pairReturns(returns.map(toReturnable), found.map(toReturnable));
  const paired = returns.flatMap((taken) => {
    const credit = credits.get(pairs.get(taken.id) ?? '');
    return credit ? [{ credit, taken }] : [];
  });
  const isWhole = ({ credit, taken }: TakenBack) =>
    credit.returnedTenThousandths === 0 && credit.amountTenThousandths === taken.amountTenThousandths;
  const whole = paired.filter(isWhole);
  const decided = whole.length > 0 ? await applyWholeReturns(tx, scope, whole) : [];
  const split = new Set<string>();
  for (const { credit, taken } of paired.filter((pair) => !isWhole(pair))) {
    // An earlier return of the same credit has changed it.
    const pair = { credit: credits.get(credit.id) ?? credit, taken };
    const changed = await applyReturn(tx, scope, pair, null);
    if (changed) decided.push(...changed);
    else split.add(taken.id);
    for (const entry of changed ?? []) if (entry.id === credit.id) credits.set(entry.id, entry);
  }
  const open = returns.flatMap((entry): StoredEntry[] => {
    if (pairs.has(entry.id) && !split.has(entry.id)) return [];
    const reason = split.has(entry.id) ? 'split' : entry.reason === 'refund' ? 'refund' : 'return';
    return entry.reason === reason ? [] : [{ ...entry, reason }];
  });
  await recordEntries(tx, scope, open);
  return decided;
}

/** Answers undefined where invoices have changed since they were read. */
async function matchCredits(tx: SystemTransaction, scope: Scope): Promise<StoredEntry[] | undefined> {
  const { provider } = scope;
  const credits = await listOpenCredits(tx, { provider });
  if (credits.length === 0) return [];
  const open = credits.map((entry) => ({ ...entry, rest: getLeft(entry) }));
  const payers = await getKnownPayers(tx, scope, credits);
  const plan = planPayments(open, await listConcerned(tx, open, payers), payers);
  const days = new Map(credits.map(({ id, day }) => [id, day]));
  if (!(await payInvoices(tx, scope, plan.payments, days))) return undefined;
  const decided = listDecided(credits, plan);
  await recordEntries(tx, scope, decided);
  return decided;
}

/**
 * The invoices that a plan for credits needs: those that they name, and what the customers that they name or that have paid from their
 * accounts owe in exactly their amounts.
 */
async function listConcerned(
  tx: SystemTransaction,
  credits: readonly (StoredEntry & OpenCredit)[],
  payers: KnownPayers,
): Promise<PayableInvoiceRow[]> {
  const named = await listNamedInvoices(tx, listKeys(credits));
  const customers = new Set(named.map(({ customerId }) => customerId));
  for (const known of payers.values()) for (const customer of known) customers.add(customer);
  const amounts = [...new Set(credits.map(({ rest }) => rest))];
  const owed = await listOwedInvoices(tx, { customers: [...customers], amounts });
  return [...new Map([...named, ...owed].map((invoice) => [invoice.id, invoice])).values()];
}

/** The customers that have paid from the accounts of credits. */
export async function getKnownPayers(
  tx: SystemTransaction,
  { provider }: Pick<Scope, 'provider'>,
  credits: readonly Pick<StoredEntry, 'payerIban'>[],
): Promise<KnownPayers> {
  const payers = new Map<string, Set<string>>();
  const ibans = [...new Set(credits.flatMap(({ payerIban }) => payerIban ?? []))];
  for (const { payerIban, customerId } of await listKnownPayers(tx, { provider, ibans })) {
    if (payerIban === null || customerId === null) continue;
    payers.set(payerIban, (payers.get(payerIban) ?? new Set()).add(customerId));
  }
  return payers;
}

/** The entries that a plan decides, or leaves for another reason than before. */
function listDecided(credits: readonly StoredEntry[], { payments, undecided }: PaymentPlan): StoredEntry[] {
  const byEntry = Map.groupBy(payments, ({ entryId }) => entryId);
  return credits.flatMap((entry): StoredEntry[] => {
    const paid = byEntry.get(entry.id) ?? [];
    const reason = undecided.get(entry.id) ?? null;
    const assigned = paid.reduce((sum, { amount }) => sum + amount, 0);
    if (assigned === 0) return reason === entry.reason ? [] : [{ ...entry, reason }];
    const customerId = paid[0]?.invoice.customerId ?? null;
    const state = assigned === getLeft(entry) ? 'matched' : 'open';
    return [{ ...entry, state, reason, assignedTenThousandths: assigned, customerId }];
  });
}
