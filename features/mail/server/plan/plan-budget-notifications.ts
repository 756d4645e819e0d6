import { getThreshold, type LimitAction, type Threshold } from '#features/money/contract/limits.ts';
import type { MailKind } from '#features/mail/contract/mail-kinds.ts';
import type { LimitOwner } from '#features/money/contract/limits/limit-kinds.ts';
import type { TenThousandths } from '#features/money/contract/money.ts';
import type { BudgetFacts } from '#server/outside/mail/budget-mails.ts';
import type { LimitedOwner } from '#domain/ledger/owner-spending.ts';
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

interface BudgetOwner {
  readonly kind: LimitOwner | 'skill';
  readonly id: string;
  readonly name: string;
}

interface Budget {
  readonly total: TenThousandths;
  readonly limit: TenThousandths | null;
  readonly action: LimitAction;
  /** How often the limit was raised or set: each time its thresholds are notified again. */
  readonly raises: number;
  /** The owner or skill; null for the account. */
  readonly of: BudgetOwner | null;
  /** The person whose limit it is, where the mail is to it. */
  readonly userId?: string;
}

/** The notification setting of each threshold. */
const levels: readonly { readonly percent: Threshold; readonly kind: MailKind }[] = [
  { percent: 100, kind: 'accountLimit' },
  { percent: 80, kind: 'budgetWarning' },
  { percent: 50, kind: 'budgetWarning' },
];

/**
 * At most one notification for each limit, and one to each person about the limit that applies to it: the highest reached threshold that the company subscribes to.
 * @param month the first day of the month that the spending is of
 */
export function planBudgetNotifications(
  { owners = [], ...spending }: Spending & { readonly owners?: readonly LimitedOwner[] },
  month: string,
  kinds: readonly MailKind[],
): PlannedNotification[] {
  const ofOwners = owners.map(({ kind, owner: id, name, spent: total, isOwn, ...budget }) => ({
    isOwn,
    budget: { ...budget, total, of: { kind, id, name } },
  }));
  const budgets: Budget[] = [
    { ...spending, of: null },
    ...spending.skills.map(({ id, name, ...budget }) => ({ ...budget, of: { kind: 'skill' as const, id, name } })),
    // Persons under the limit of each person get a mail themselves: those of a company would be thousands to its administrators.
    ...ofOwners.filter(({ isOwn }) => isOwn).map(({ budget }) => budget),
  ];
  const persons = ofOwners.map(({ budget }) => budget).filter(({ of }) => of.kind === 'person');
  return [
    ...budgets.flatMap((budget) => planOne(budget, month, kinds) ?? []),
    ...persons.flatMap((budget) => planOne({ ...budget, userId: budget.of.id }, month, kinds) ?? []),
  ];
}

const toKeyParts = (of: BudgetOwner | null) =>
  of === null ? [] : of.kind === 'skill' ? [of.id] : [`${of.kind}=${of.id}`];

function planOne(
  { total, limit, action, raises, of, userId }: Budget,
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
    skillName: of?.name ?? null,
    ...(of && of.kind !== 'skill' && { owner: of.kind }),
    ...(userId !== undefined && { isReaders: true }),
    month,
    total,
    limit,
    isStopping: action === 'stop',
  };
  const area = level.percent === 100 ? 'account' : 'budget';
  const parts = userId === undefined ? toKeyParts(of) : [`own=${userId}`];
  const key = toLimitKey([area, month.slice(0, 7), level.percent, ...parts], raises);
  return { kind: level.kind, keys: [key], toFacts: () => facts, ...(userId !== undefined && { userId }) };
}
