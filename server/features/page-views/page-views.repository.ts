import { sql } from 'drizzle-orm';
import type { Transaction } from '../../database/connection/transactions.ts';
import { pageViews } from '../../database/schema/page-views.ts';

/** Counts one view; `day` is a UTC calendar day. */
export async function countPageView(tx: Transaction, { day, path }: { day: string; path: string }): Promise<void> {
  await tx
    .insert(pageViews)
    .values({ day, path, views: 1 })
    .onConflictDoUpdate({ target: [pageViews.day, pageViews.path], set: { views: sql`${pageViews.views} + 1` } });
}
