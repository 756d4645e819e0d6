import { statement } from '#server/sql/statement.ts';
import { date, integer, uuid } from '#server/sql/types.ts';

/** The provider's papers of some days, oldest first. */
export const listPapers = statement.list({
  text: `
    select id from invoices
    where company_id = $companyId and not is_own and issue_date >= $first and issue_date < $until
    order by issue_date, created_at, id limit $most`,
  params: { first: date, until: date, most: integer },
  row: { id: uuid },
});
