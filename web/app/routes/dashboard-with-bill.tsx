import { can } from '#contract/capabilities.ts';
import { DashboardPage } from '#features/dashboard/web/dashboard/dashboard-page.tsx';
import { BillLine } from '#features/billing/web/bill/bill-line.tsx';
import { isOperatorAtHome, useCurrentUser } from '#web/api/current-user.ts';

/** `/` and `/analytics`: the dashboard, with the bill of the present month for those who may see it; the provider has none. */
export function DashboardWithBill() {
  const user = useCurrentUser();
  return <DashboardPage bill={can(user, 'billing.read') && !isOperatorAtHome(user) && <BillLine isNarrow />} />;
}
