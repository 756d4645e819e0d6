import type { TenThousandths } from '#features/money/contract/money.ts';
import { findMentioned, toKnown } from './find-references.ts';

export interface ReturnableCredit {
  readonly id: string;
  /** The part of it that can still be taken back. */
  readonly amount: TenThousandths;
  readonly day: string;
  readonly payerIban: string | null;
  readonly references: readonly string[];
  readonly text: string;
  readonly identifications: readonly string[];
}

export type OpenReturn = ReturnableCredit;

/**
 * Pairs each return with the one credit that it takes back: one of the same amount, by an identification that both have, else by account
 * and reference or text; else one of more by an identification, which it takes back in part. Returns without one, or with several, are
 * not in the answer: a person pairs them.
 */
export function pairReturns(
  returns: readonly OpenReturn[],
  credits: readonly ReturnableCredit[],
): ReadonlyMap<string, string> {
  const byAmount = Map.groupBy(credits, ({ amount }) => amount);
  const byIdentification = new Map<string, ReturnableCredit[]>();
  for (const credit of credits)
    for (const id of credit.identifications) byIdentification.set(id, [...(byIdentification.get(id) ?? []), credit]);
  const left = new Map(credits.map(({ id, amount }) => [id, amount]));
  const pairs = new Map<string, string>();

  function listPossible(each: OpenReturn): readonly ReturnableCredit[] {
    const same = (byAmount.get(each.amount) ?? []).filter(
      ({ id, day }) => day <= each.day && left.get(id) === each.amount,
    );
    const named = same.filter(({ identifications }) => overlaps(identifications, each.identifications));
    const found = named.length > 0 ? named : same.filter((credit) => isSamePayment(credit, each));
    if (found.length > 0) return found;
    const larger = each.identifications.flatMap((id) => byIdentification.get(id) ?? []);
    return [...new Set(larger)].filter(({ id, day }) => day <= each.day && (left.get(id) ?? 0) >= each.amount);
  }

  for (const each of returns) {
    const [credit, ...others] = listPossible(each);
    if (!credit || others.length > 0) continue;
    left.set(credit.id, (left.get(credit.id) ?? 0) - each.amount);
    pairs.set(each.id, credit.id);
  }
  return pairs;
}

const overlaps = (one: readonly string[], other: readonly string[]) => one.some((item) => other.includes(item));

function isSamePayment(credit: ReturnableCredit, { payerIban, references, text }: OpenReturn): boolean {
  if (payerIban === null || credit.payerIban !== payerIban) return false;
  return overlaps(credit.references, references) || (text !== '' && credit.text === text);
}

interface PaidInvoice {
  readonly id: string;
  readonly number: string;
  readonly reference: string | null;
  readonly amountTenThousandths: TenThousandths;
}

interface Choice<Payment> {
  readonly payments: readonly Payment[];
  /** The part of them that is taken back. */
  readonly amount: TenThousandths;
  readonly taken: Pick<OpenReturn, 'references' | 'text'> & { readonly searched: string };
  /** The payment that a person has named. */
  readonly paymentId?: string | undefined;
}

/**
 * The payments of one credit that a return takes back: all of them, the only one, the one whose invoice it names, or the only one of its
 * amount. Undefined where a person has to say.
 */
export function choosePayments<Payment extends PaidInvoice>(choice: Choice<Payment>): readonly Payment[] | undefined {
  const { payments, amount, taken, paymentId } = choice;
  if (amount === payments.reduce((sum, payment) => sum + payment.amountTenThousandths, 0)) return payments;
  const possible = payments.filter((payment) => payment.amountTenThousandths >= amount);
  const asked = paymentId === undefined ? payments : payments.filter(({ id }) => id === paymentId);
  if (asked.length === 1) return possible.includes(asked[0] as Payment) ? asked : undefined;
  const { byReference, byNumber } = findMentioned(taken, toKnown(possible));
  const named = [...new Set([...byReference, ...byNumber])];
  const found = named.length > 0 ? named : possible.filter((payment) => payment.amountTenThousandths === amount);
  return found.length === 1 ? found : undefined;
}
