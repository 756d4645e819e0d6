import { statement } from '../sql/statement.ts';
import { boolean, instant } from '../sql/types.ts';

/**
 * Whether the company may mail many strangers: it is the provider, older than a week, or ten of its users have signed in.
 * Anyone can sign up a new one.
 */
export const isEstablishedCompany = statement.get({
  text: `
    select is_provider or created_at < $now::timestamptz - interval '7 days'
      or (select count(*) from user_sign_ins where company_id = $companyId) >= 10
      as "isEstablished"
    from companies where id = $companyId`,
  params: { now: instant },
  row: { isEstablished: boolean },
});
