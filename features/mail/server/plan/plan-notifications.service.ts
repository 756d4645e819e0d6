import type { Database } from '#server/database/open-database.ts';
import { addMonths, dayMs, getDay, getMonth } from '#contract/calendar/zones.ts';
import { getDigestSpan, toDigestFacts } from '../digest/digest-facts.ts';
import type {
  LatestAnnouncement,
  NotificationSubscriber,
  WaitingCompany,
} from './notification-subscribers.repository.ts';
import { getWasSent } from '../notification-log.repository.ts';
import { getDigestWeek } from '../digest/digest-weeks.ts';
import { listLimitForecasts } from '#domain/ledger/limit-forecasts.ts';
import { planForecastNotifications } from './plan-forecast-notifications.ts';
import { listLimitedOwners } from '#domain/ledger/owner-spending.ts';
import { planSupportNotifications } from './plan-support-notifications.ts';
import { listSupportSpending, getDigest, getSpending, listNewSkills } from './spending.repository.ts';
import { listIssuedPapers } from './issued-papers.repository.ts';
import { planBudgetNotifications } from './plan-budget-notifications.ts';
import type { PlannedNotification } from './planned-notification.ts';
import { listIntakeKeyTurns, listIntegrationTurns } from './turns.repository.ts';

const hourMs = 3_600_000;

/** Announcements and new skills that are older are not sent to companies that subscribe later. */
export const newsDays = 2;

/** Facts that belong to no company, read once for all. */
export interface Occasions {
  readonly announcements: readonly LatestAnnouncement[];
  readonly waiting: readonly WaitingCompany[];
}

/** All current notifications of a company, sent or not. */
export async function planNotifications(
  database: Database,
  company: NotificationSubscriber,
  { announcements, waiting, now }: Occasions & { readonly now: Date },
): Promise<PlannedNotification[]> {
  return [
    ...(await planBudgets(database, company, now)),
    ...planDigest(company, now),
    ...(await planNewSkills(database, company, now)),
    ...(await planInvoices(database, company, now)),
    ...(await planIntegrations(database, company, now)),
    ...(await planIntakeKeys(database, company, now)),
    ...planAnnouncements(company, announcements),
    ...(await planSignUps(database, company, waiting, now)),
  ];
}

async function planBudgets(
  database: Database,
  company: NotificationSubscriber,
  now: Date,
): Promise<PlannedNotification[]> {
  if (!company.kinds.includes('accountLimit') && !company.kinds.includes('budgetWarning')) return [];
  const today = getDay(now.getTime(), company.timeZone);
  const month = getMonth(today);
  const spending = await database.inCompany.read(company.id, (tx) =>
    getSpending(tx, { first: month, until: addMonths(month, 1) }),
  );
  const owners = await database.inCompany.read(company.id, (tx) => listLimitedOwners(tx, { month }));
  const support = await database.inCompany.read(company.id, (tx) =>
    listSupportSpending(tx, { first: month, until: addMonths(month, 1) }),
  );
  const forecasts = await database.inCompany.read(company.id, (tx) =>
    listLimitForecasts(tx, { today, timeZone: company.timeZone }),
  );
  return [
    ...planForecastNotifications(forecasts, month, company.kinds),
    ...planBudgetNotifications({ ...spending, owners }, month, company.kinds),
    ...planSupportNotifications(support, month, company.kinds),
  ];
}

/** From Monday at eight until the end of the week, so that a portal that was down on Monday still sends the digest. */
function planDigest({ kinds, timeZone, createdAt }: NotificationSubscriber, now: Date): PlannedNotification[] {
  const instant = now.getTime();
  const { dueAt, name } = getDigestWeek(instant, timeZone);
  if (!kinds.includes('spendingDigest') || instant < dueAt || createdAt.getTime() >= dueAt) return [];
  const span = getDigestSpan(instant, timeZone);
  const toFacts: PlannedNotification['toFacts'] = async (_keys, tx) =>
    toDigestFacts(await getDigest(tx, span), span, timeZone);
  return [{ kind: 'spendingDigest', keys: [`digest:${name}`], toFacts }];
}

/** All new skills go into one mail. */
async function planNewSkills(
  database: Database,
  company: NotificationSubscriber,
  now: Date,
): Promise<PlannedNotification[]> {
  if (!company.kinds.includes('newSkills')) return [];
  const since = new Date(Math.max(company.createdAt.getTime(), now.getTime() - newsDays * dayMs));
  const skills = await database.inCompany.read(company.id, (tx) => listNewSkills(tx, { since }));
  if (skills.length === 0) return [];
  const named = skills.map(({ id, name }) => ({ key: `skill:${id}`, name }));
  return [
    {
      kind: 'newSkills',
      keys: named.map(({ key }) => key),
      toFacts: (newKeys) => ({
        about: 'newSkills',
        names: named.filter(({ key }) => newKeys.includes(key)).map(({ name }) => name),
      }),
    },
  ];
}

/** Issued papers are mailed for a week, so that a portal that was down still does. */
const invoiceDays = 7;

async function planInvoices(
  database: Database,
  company: NotificationSubscriber,
  now: Date,
): Promise<PlannedNotification[]> {
  if (!company.kinds.includes('invoices') && !company.hasBillingEmail) return [];
  const since = new Date(now.getTime() - invoiceDays * dayMs);
  const papers = await database.inCompany.read(company.id, (tx) => listIssuedPapers(tx, { since }));
  return papers.map((paper) => ({
    kind: 'invoices',
    keys: [`invoice:${paper.id}`],
    toFacts: () => ({ about: 'invoice', ...paper }),
  }));
}

/** Each break and each recovery is mailed once, by the time at which it was found. */
async function planIntegrations(
  database: Database,
  company: NotificationSubscriber,
  now: Date,
): Promise<PlannedNotification[]> {
  if (!company.kinds.includes('maintenance')) return [];
  const since = new Date(now.getTime() - newsDays * dayMs);
  const turns = await database.inCompany.read(company.id, (tx) => listIntegrationTurns(tx, { since }));
  return turns.map(({ id, name, turn, foundAt, at, failure }) => ({
    kind: 'maintenance',
    keys: [`integration:${id}:${turn}:${foundAt.getTime()}`],
    toFacts: () => ({ about: 'integration', name, turn, at: at.getTime(), failure: failure ?? '' }),
  }));
}

/** A key that becomes silent or failing, and one that is so no more, is mailed once, by the time at which it was found. */
async function planIntakeKeys(
  database: Database,
  company: NotificationSubscriber,
  now: Date,
): Promise<PlannedNotification[]> {
  if (!company.kinds.includes('maintenance')) return [];
  const since = new Date(now.getTime() - newsDays * dayMs);
  const turns = await database.inCompany.read(company.id, (tx) => listIntakeKeyTurns(tx, { since }));
  return turns.map(({ id, name, turn, foundAt, acceptedAt, silenceHours }) => ({
    kind: 'maintenance',
    keys: [`intake-key:${id}:${turn}:${foundAt.getTime()}`],
    toFacts: () => ({
      about: 'intakeKey',
      id,
      name,
      turn,
      at: foundAt.getTime(),
      acceptedAt: acceptedAt && acceptedAt.getTime(),
      silenceHours,
    }),
  }));
}

/** The notification setting that subscribes to an announcement. */
export const toMailKind = (kind: LatestAnnouncement['kind']) =>
  kind === 'maintenance' ? ('maintenance' as const) : ('announcements' as const);

function planAnnouncements(
  { kinds, createdAt }: NotificationSubscriber,
  announcements: readonly LatestAnnouncement[],
): PlannedNotification[] {
  return announcements
    .filter(({ madeAt }) => madeAt > createdAt)
    .map(({ id, kind, title, body }) => ({
      kind: toMailKind(kind),
      keys: [`announcement:${id}`],
      toFacts: () => ({ about: 'announcement' as const, title, body }),
    }))
    .filter((notification) => kinds.includes(notification.kind));
}

/** Each waiting sign-up is mailed once. All new ones go into one mail an hour, because strangers sign up. */
async function planSignUps(
  database: Database,
  company: NotificationSubscriber,
  waiting: readonly WaitingCompany[],
  now: Date,
): Promise<PlannedNotification[]> {
  if (!company.kinds.includes('signUps') || waiting.length === 0) return [];
  const since = new Date(now.getTime() - hourMs);
  const { wasSent } = await database.inCompany.read(company.id, (tx) => getWasSent(tx, { kind: 'signUps', since }));
  if (wasSent) return [];
  const toKey = ({ id }: WaitingCompany) => `sign-up:${id}`;
  return [
    {
      kind: 'signUps',
      keys: waiting.map(toKey),
      toFacts: (newKeys) => ({
        about: 'signUps',
        companies: waiting
          .filter((each) => newKeys.includes(toKey(each)))
          .map(({ name, createdAt }) => ({ name, at: createdAt.getTime() })),
      }),
    },
  ];
}
