import type { Uses } from '../portal/portal.ts';
import type { WatchedUsage } from '#features/dashboard/contract/live.ts';
import { listSupportRequests } from '#features/company/server/support/support-requests.service.ts';
import { getBill } from '#features/billing/server/invoices/bill/bill.service.ts';
import { getOwnCosts } from '#features/money/server/usage/own-costs/own-costs.service.ts';
import { getSupport } from '#features/money/server/usage/support.service.ts';
import { getUsage } from '#features/money/server/usage/usage.service.ts';
import type { Actor } from '../lib/request/actor.ts';

/** All that the usage dashboard of a month shows. @throws Problem where the month is still to come */
export async function getWatchedUsage(
  portal: Uses<'database' | 'clock' | 'provider'>,
  actor: Actor,
  period: string | undefined,
): Promise<WatchedUsage> {
  const used = getUsage(portal, actor, period);
  const [usage, bill, ownCosts, support, supportRequests] = await Promise.all([
    used,
    getBill(portal, actor, period, () => used),
    getOwnCosts(portal, actor, period),
    getSupport(portal, actor),
    listSupportRequests(portal, actor, period),
  ]);
  return { ...usage, bill, ownCosts, support, supportRequests };
}
