import { systemStatement } from '#server/sql/statement.ts';
import { date, integer, text } from '#server/sql/types.ts';

/** @param day UTC calendar day */
export const countPageView = systemStatement.run({
  text: `
    insert into page_views as v (day, path, views) values ($day, $path, 1)
    on conflict (day, path) do update set views = v.views + 1`,
  params: { day: date, path: text },
});

/** The counters from the UTC day `first` on. */
export const listPageViews = systemStatement.list({
  text: 'select day, path, views from page_views where day >= $first order by day, path',
  params: { first: date },
  row: { day: date, path: text, views: integer },
});
