import { statement } from '#server/sql/statement.ts';
import { text } from '#server/sql/types.ts';

/** Names of the skills that an assistant of the company can offer. */
export const listSkillNames = statement.list({
  text: `
    select name from skills
    where deleted_at is null and (company_id = $companyId or is_provided)`,
  row: { name: text },
});
