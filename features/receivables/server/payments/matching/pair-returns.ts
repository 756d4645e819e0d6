import type { TenThousandths } from '#features/money/contract/money.ts';

export interface ReturnableCredit {
  readonly id: string;
  readonly amount: TenThousandths;
  readonly day: string;
  readonly payerIban: string | null;
  readonly references: readonly string[];
  readonly text: string;
  readonly identifications: readonly string[];
}

export type OpenReturn = ReturnableCredit;

/**
 * Pairs each return with the one credit of the same amount that it takes back: by an identification that both have, else by account
 * and reference or text. Returns without one, or with several, are not in the answer: a person pairs them.
 */
export function pairReturns(
  returns: readonly OpenReturn[],
  credits: readonly ReturnableCredit[],
): ReadonlyMap<string, string> {
  const byAmount = Map.groupBy(credits, ({ amount }) => amount);
  const pairs = new Map<string, string>();
  const taken = new Set<string>();
  for (const each of returns) {
    const possible = (byAmount.get(each.amount) ?? []).filter(({ id, day }) => day <= each.day && !taken.has(id));
    const named = possible.filter(({ identifications }) => overlaps(identifications, each.identifications));
    const found = named.length > 0 ? named : possible.filter((credit) => isSamePayment(credit, each));
    const [credit, ...others] = found;
    if (!credit || others.length > 0) continue;
    taken.add(credit.id);
    pairs.set(each.id, credit.id);
  }
  return pairs;
}

const overlaps = (one: readonly string[], other: readonly string[]) => one.some((item) => other.includes(item));

function isSamePayment(credit: ReturnableCredit, { payerIban, references, text }: OpenReturn): boolean {
  if (payerIban === null || credit.payerIban !== payerIban) return false;
  return overlaps(credit.references, references) || (text !== '' && credit.text === text);
}
