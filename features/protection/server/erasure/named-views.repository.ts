import { statement } from '#server/sql/statement.ts';
import { array, text } from '#server/sql/types.ts';

/** Views of the log that name the person by one of these texts, which are folded, or by the id. */
export const deleteViews = statement.run({
  text: `
    delete from log_views v where v.company_id = $companyId and exists (
      select from unnest($texts::text[]) as t (value)
      where position(t.value in fold_text(v.name || ' ' || v.filters::text)) > 0)`,
  params: { texts: array(text) },
});
