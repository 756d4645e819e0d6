import { statement } from '../sql/statement.ts';
import { boolean } from '../sql/types.ts';

/** Whether the users of the company sign in by its issuer alone, so that a password opens nothing for a new one. */
export const isSingleSignOnDemanded = statement.get({
  text: `
    select exists (select from sign_in_providers where company_id = $companyId and is_demanded) as "isDemanded"`,
  row: { isDemanded: boolean },
});
