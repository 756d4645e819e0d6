import type { Uses } from '../portal/portal.ts';
import type { WatchedUsage } from '#features/insight/contract/live.ts';
import { listSupportRequests } from '#features/company/server/support/support-requests.service.ts';
import { getOwnCosts } from '#features/money/server/usage/own-costs/own-costs.service.ts';
import { getSupport } from '#features/money/server/usage/support.service.ts';
import { getUsage } from '#features/money/server/usage/usage.service.ts';
import type { Actor } from '../lib/request/actor.ts';

/** All that the usage dashboard of a month shows. @throws Problem where the month is still to come */
export async function getWatchedUsage(
  dependencies: Uses<'database' | 'clock'>,
  actor: Actor,
  period: string | undefined,
): Promise<WatchedUsage> {
  const [usage, ownCosts, support, supportRequests] = await Promise.all([
    getUsage(dependencies, actor, period),
    getOwnCosts(dependencies, actor, period),
    getSupport(dependencies, actor),
    listSupportRequests(dependencies, actor, period),
  ]);
  return { ...usage, ownCosts, support, supportRequests };
}
