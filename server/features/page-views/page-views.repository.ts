import type { SystemTransaction } from '../../sql/sql.ts';
import { systemStatement } from '../../sql/statement.ts';
import { date, text } from '../../sql/types.ts';

const countPageViewStatement = systemStatement({
  text: `
    insert into page_views as v (day, path, views) values ($day, $path, 1)
    on conflict (day, path) do update set views = v.views + 1`,
  params: { day: date, path: text },
});

/** @param day UTC calendar day */
export async function countPageView(tx: SystemTransaction, view: { day: string; path: string }): Promise<void> {
  await tx.run(countPageViewStatement, view);
}
