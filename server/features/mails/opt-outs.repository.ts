import type { MailKind } from '#contract/mails/mail-kinds.ts';
import { insertValues } from '../../sql/columns.ts';
import type { CompanyTransaction } from '../../sql/sql.ts';
import { statement } from '../../sql/statement.ts';
import { instant, text, textOf, uuid } from '../../sql/types.ts';
import type { ParamsOf } from '../../sql/types.ts';

const findCompanyNameStatement = statement({
  text: 'select name from companies where id = $companyId',
  row: { name: text },
});

export async function findCompanyName(tx: CompanyTransaction): Promise<string | undefined> {
  return (await tx.find(findCompanyNameStatement))?.name;
}

const recipient = { accountId: uuid, email: text, name: text };

/** Locks the user against deletion until the transaction ends; undefined where the user was deleted. */
export const lockRecipient = statement.find({
  text: `
    select account_id as "accountId", email, concat_ws(' ', first_name, last_name) as name
    from users where company_id = $companyId and id = $userId for key share`,
  params: { userId: uuid },
  row: recipient,
});

const optOut = { userId: uuid, kind: textOf<MailKind>(), madeAt: instant };

const createOptOutStatement = statement({
  text: `insert into mail_opt_outs ${insertValues(optOut)} on conflict do nothing`,
  params: optOut,
});

/** Whether the opt-out is new. */
export async function createOptOut(tx: CompanyTransaction, params: ParamsOf<typeof optOut>): Promise<boolean> {
  return (await tx.run(createOptOutStatement, params)) > 0;
}
