import { acting, type TableFacts } from './table-facts.ts';

const ofProvider = 'Of the bookkeeping of the provider.';

export const paymentsTables = {
  payments: {
    place: 'shard',
    person: { created_by: acting, undone_by: acting },
    withheld: { entry_id: ofProvider, created_by: ofProvider, undone_by: ofProvider },
    example: `insert into payments (invoice_id, amount_ten_thousandths, paid_on, created_at, created_by)
      values ('{id}', 1, '2026-11-15', now(), 'a')`,
  },
} satisfies Readonly<Record<string, TableFacts>>;
