import { Problem } from '#server/lib/request/problem.ts';
import type { SystemTransaction } from '#server/sql/sql.ts';
import { payInvoices, returnCredits, recordEntries, type Scope } from './apply-payments.service.ts';
import {
  listCreditsOf,
  listKnownPayers,
  listOpenCredits,
  listOpenReturns,
  type StoredEntry,
} from './entries.repository.ts';
import { pairReturns } from './matching/pair-returns.ts';
import { planPayments, type KnownPayers, type PaymentPlan } from './matching/plan-payments.ts';
import { listPayableInvoices } from './statements.repository.ts';

/** One that finds the invoices changed locks them, so that the next one holds, but for invoices that it names first. */
const mostPlans = 5;

/**
 * Decides by rule about all open entries that no person has decided about: first returns, so that what is taken back is never paid,
 * then credits. The transaction holds the provider.
 */
export async function matchEntries(tx: SystemTransaction, scope: Scope): Promise<void> {
  await matchReturns(tx, scope);
  for (let plans = 0; plans < mostPlans; plans += 1) {
    if (await matchCredits(tx, scope)) return;
  }
  throw new Problem('service.overloaded', {
    retryAfterSeconds: 1,
    detail: 'invoices change while payments are matched',
  });
}

const toReturnable = (entry: StoredEntry) => ({ ...entry, amount: entry.amountTenThousandths });

async function matchReturns(tx: SystemTransaction, scope: Scope): Promise<void> {
  const { provider } = scope;
  const returns = await listOpenReturns(tx, { provider });
  if (returns.length === 0) return;
  const amounts = [...new Set(returns.map(({ amountTenThousandths }) => amountTenThousandths))];
  const credits = new Map((await listCreditsOf(tx, { provider, amounts })).map((entry) => [entry.id, entry]));
  const pairs = pairReturns(returns.map(toReturnable), [...credits.values()].map(toReturnable));
  const paired = returns.flatMap((taken) => {
    const credit = credits.get(pairs.get(taken.id) ?? '');
    return credit ? [{ credit, taken }] : [];
  });
  if (paired.length > 0) await returnCredits(tx, scope, paired, null);
  const open = returns.filter(({ id, reason }) => !pairs.has(id) && reason !== 'return');
  await recordEntries(
    tx,
    scope,
    open.map((entry) => ({ ...entry, reason: 'return' })),
  );
}

/** Answers false where invoices have changed since they were read. */
async function matchCredits(tx: SystemTransaction, scope: Scope): Promise<boolean> {
  const { provider } = scope;
  const credits = await listOpenCredits(tx, { provider });
  if (credits.length === 0) return true;
  const open = credits.map((entry) => ({ ...entry, rest: entry.amountTenThousandths }));
  const plan = planPayments(open, await listPayableInvoices(tx), await getKnownPayers(tx, scope));
  const days = new Map(credits.map(({ id, day }) => [id, day]));
  if (!(await payInvoices(tx, scope, plan.payments, days))) return false;
  await recordEntries(tx, scope, listDecided(credits, plan));
  return true;
}

async function getKnownPayers(tx: SystemTransaction, { provider }: Scope): Promise<KnownPayers> {
  const payers = new Map<string, Set<string>>();
  for (const { payerIban, customerId } of await listKnownPayers(tx, { provider })) {
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
    const isWhole = assigned === entry.amountTenThousandths;
    const customerId = paid[0]?.invoice.customerId ?? null;
    const state = isWhole ? 'matched' : 'open';
    return [{ ...entry, state, reason, assignedTenThousandths: assigned, customerId, isManual: !isWhole }];
  });
}
