import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { text } from '#server/sql/types.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { toCreditorReference, toUniqueReference } from '../creditor-reference.ts';

const claimStatement = statement({
  text: `
    insert into issued_numbers (company_id, number, reference) values ($companyId, $number, $reference)
    on conflict do nothing`,
  params: { number: text, reference: text },
});

/**
 * Takes the number for the issuer, and a reference that no other paper has: that of the number, else one with a part of its hash.
 * Undefined where another paper has the number.
 */
export async function findFreeReference(tx: CompanyTransaction, number: string): Promise<string | undefined> {
  for (const reference of [toCreditorReference(number), toUniqueReference(number)]) {
    if ((await tx.run(claimStatement, { number, reference })) > 0) return reference;
  }
  return undefined;
}

/** @throws Problem `invoices.number-taken` */
export async function claimReference(tx: CompanyTransaction, number: string): Promise<string> {
  const reference = await findFreeReference(tx, number);
  if (reference === undefined) throw new Problem('invoices.number-taken');
  return reference;
}

/** Notes the number of a paper of before with the reference that is printed on it, which another may have too. */
export async function noteReference(tx: CompanyTransaction, number: string): Promise<string> {
  const reference = toCreditorReference(number);
  await tx.run(claimStatement, { number, reference });
  return reference;
}
