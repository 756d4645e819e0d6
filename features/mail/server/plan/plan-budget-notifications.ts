import { getThreshold, type LimitAction, type Threshold } from '#features/money/contract/limits.ts';
import type { MailKind } from '#features/mail/contract/mail-kinds.ts';
import type { TenThousandths } from '#features/money/contract/money.ts';
import type { BudgetFacts } from '#server/outside/mail/notification-mails.ts';
import { toLimitKey, type PlannedNotification } from './planned-notification.ts';

export interface Spending {
  readonly total: TenThousandths;
  readonly limit: TenThousandths | null;
  readonly action: LimitAction;
  readonly raises: number;
  readonly skills: readonly {
    readonly id: string;
    readonly name: string;
    readonly total: TenThousandths;
    readonly limit: TenThousandths;
    readonly action: LimitAction;
    readonly raises: number;
  }[];
}

interface Budget {
  readonly total: TenThousandths;
  readonly limit: TenThousandths | null;
  readonly action: LimitAction;
  /** How often the limit was raised or set: each time its thresholds are notified again. */
  readonly raises: number;
  readonly skill: { readonly id: string; readonly name: string } | null;
}

/** The notification setting of each threshold. */
const levels: readonly { readonly percent: Threshold; readonly kind: MailKind }[] = [
  { percent: 100, kind: 'accountLimit' },
  { percent: 80, kind: 'budgetWarning' },
  { percent: 50, kind: 'budgetWarning' },
];

/**
 * At most one notification for each limit: the highest reached threshold that the company subscribes to.
 * @param month the first day of the month that the spending is of
 */
export function planBudgetNotifications(
  spending: Spending,
  month: string,
  kinds: readonly MailKind[],
): PlannedNotification[] {
  const budgets: Budget[] = [
    { ...spending, skill: null },
    ...spending.skills.map(({ id, name, ...budget }) => ({ ...budget, skill: { id, name } })),
  ];
  return budgets.flatMap((budget) => planOne(budget, month, kinds) ?? []);
}

function planOne(
  { total, limit, action, raises, skill }: Budget,
  month: string,
  kinds: readonly MailKind[],
): PlannedNotification | undefined {
  const reached = getThreshold(total, limit);
  if (reached === undefined || limit === null) return undefined;
  const level = levels.find(({ percent, kind }) => percent <= reached && kinds.includes(kind));
  if (!level) return undefined;
  const facts: BudgetFacts = {
    about: 'budget',
    percent: level.percent,
    skillName: skill?.name ?? null,
    month,
    total,
    limit,
    isStopping: action === 'stop',
  };
  const area = level.percent === 100 ? 'account' : 'budget';
  const key = toLimitKey([area, month.slice(0, 7), level.percent, ...(skill ? [skill.id] : [])], raises);
  return { kind: level.kind, keys: [key], toFacts: () => facts };
}
