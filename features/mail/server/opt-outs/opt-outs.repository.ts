import type { MailKind } from '#features/mail/contract/mail-kinds.ts';
import type { OptOut } from '#features/mail/contract/mails.ts';
import { insertValues } from '#server/sql/columns.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { instant, text, textOf, uuid, type ParamsOf, type RowOf } from '#server/sql/types.ts';

const findCompanyNameStatement = statement({
  text: 'select name from companies where id = $companyId',
  row: { name: text },
});

export async function findCompanyName(tx: CompanyTransaction): Promise<string | undefined> {
  return (await tx.find(findCompanyNameStatement))?.name;
}

const recipient = { accountId: uuid, email: text, name: text };
export type Recipient = RowOf<typeof recipient>;

/** Locks the user against deletion until the transaction ends; undefined where the user was deleted. */
export const lockRecipient = statement.find({
  text: `
    select account_id as "accountId", email, concat_ws(' ', first_name, last_name) as name
    from users where company_id = $companyId and id = $userId for key share`,
  params: { userId: uuid },
  lockedRows: 'userId',
  row: recipient,
});

const listOptOutsStatement = statement({
  text: `
    select kind, made_at as date from mail_opt_outs
    where company_id = $companyId and user_id = $userId order by made_at, kind`,
  params: { userId: uuid },
  row: { kind: textOf<MailKind>(), date: instant },
});

export async function listOptOuts(tx: CompanyTransaction, userId: string): Promise<OptOut[]> {
  const rows = await tx.list(listOptOutsStatement, { userId });
  return rows.map(({ kind, date }) => ({ kind, date: date.toISOString() }));
}

const optOut = { userId: uuid, kind: textOf<MailKind>(), madeAt: instant };

const createOptOutStatement = statement({
  text: `insert into mail_opt_outs ${insertValues(optOut)} on conflict do nothing`,
  params: optOut,
});

/** Whether the opt-out is new. */
export async function createOptOut(tx: CompanyTransaction, params: ParamsOf<typeof optOut>): Promise<boolean> {
  return (await tx.run(createOptOutStatement, params)) > 0;
}

const deleteOptOutStatement = statement({
  text: 'delete from mail_opt_outs where company_id = $companyId and user_id = $userId and kind = $kind',
  params: { userId: uuid, kind: textOf<MailKind>() },
});

/** Whether there was one. */
export async function deleteOptOut(
  tx: CompanyTransaction,
  params: ParamsOf<{ userId: typeof uuid; kind: typeof optOut.kind }>,
): Promise<boolean> {
  return (await tx.run(deleteOptOutStatement, params)) > 0;
}
