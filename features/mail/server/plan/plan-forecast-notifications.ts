import type { LimitForecast } from '#domain/ledger/limit-forecasts.ts';
import type { MailKind } from '#features/mail/contract/mail-kinds.ts';
import { toLimitKey, type PlannedNotification } from './planned-notification.ts';

/**
 * One notification for each limit that is expected to be reached, subscribed to as those of 50% and 80%.
 * @param month the first day of the month of the forecasts
 */
export function planForecastNotifications(
  forecasts: readonly LimitForecast[],
  month: string,
  kinds: readonly MailKind[],
): PlannedNotification[] {
  if (!kinds.includes('budgetWarning')) return [];
  return forecasts.map(({ id, name, spent, limit, expected, reachedOn, action, raises }) => ({
    kind: 'budgetWarning',
    keys: [toLimitKey(['forecast', month.slice(0, 7), ...(id === '' ? [] : [id])], raises)],
    toFacts: () => ({
      about: 'forecast',
      skillName: id === '' ? null : name,
      month,
      spent,
      limit,
      expected,
      reachedOn,
      isStopping: action === 'stop',
    }),
  }));
}
