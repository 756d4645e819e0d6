import { BillLine } from '#features/billing/web/bill/bill-line.tsx';
import { UsagePage } from '#features/money/web/usage/usage-page.tsx';

/** `/settings/usage`: the usage of a month, with its bill. */
export function UsageWithBill() {
  return <UsagePage renderBill={(period, live) => <BillLine period={period} live={live} />} />;
}
