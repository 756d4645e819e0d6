import { getThreshold } from '#features/money/contract/limits.ts';
import type { TenThousandths } from '#features/money/contract/money.ts';
import type { MailKind } from '#features/mail/contract/mail-kinds.ts';
import { toLimitKey, type PlannedNotification } from './planned-notification.ts';

/** The limit of a type of support, or of all support where `type` is empty. */
interface SupportSpending {
  readonly type: string;
  readonly total: TenThousandths;
  readonly limit: TenThousandths | null;
  /** How often the limit was raised or set. */
  readonly raises: number;
}

/**
 * At most one notification for each limit of support: the highest reached threshold. They are subscribed to as those of
 * the other limits.
 * @param month the first day of the month that the spending is of
 */
export function planSupportNotifications(
  spending: readonly SupportSpending[],
  month: string,
  kinds: readonly MailKind[],
): PlannedNotification[] {
  return spending.flatMap(({ type, total, limit, raises }) => {
    const percent = getThreshold(total, limit);
    if (percent === undefined || limit === null) return [];
    const kind = percent === 100 ? 'accountLimit' : 'budgetWarning';
    if (!kinds.includes(kind)) return [];
    const facts = { about: 'support' as const, percent, type, month, total, limit };
    const key = toLimitKey(['support', month.slice(0, 7), percent, type], raises);
    return { kind, keys: [key], toFacts: () => facts };
  });
}
