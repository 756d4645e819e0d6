import { systemStatement } from '../../sql/statement.ts';
import { date, text } from '../../sql/types.ts';

/** @param day UTC calendar day */
export const countPageView = systemStatement.run({
  text: `
    insert into page_views as v (day, path, views) values ($day, $path, 1)
    on conflict (day, path) do update set views = v.views + 1`,
  params: { day: date, path: text },
});
