import type { Database } from '../../database/open-database.ts';
import { addMonths, dayMs, getDay, getMonth } from '#contract/calendar/zones.ts';
import { getDigestSpan, toDigestFacts } from './digest-facts.ts';
import type { LatestAnnouncement, NoticedCompany } from './notification-subscribers.repository.ts';
import { getDigestWeek } from './digest-weeks.ts';
import { planBudgetNotices } from './plan-budget-notifications.ts';
import type { PlannedNotice } from './planned-notification.ts';
import { listNewSkills, readDigest, readSpending } from './spending.repository.ts';

/** For so long something is news; what is older is not told to whoever turns the setting on later. */
export const newsDays = 2;

interface Present {
  readonly announcements: readonly LatestAnnouncement[];
  readonly now: Date;
}

/** What a company would have to be told now, told already or not. */
export async function planNotices(
  database: Database,
  company: NoticedCompany,
  { announcements, now }: Present,
): Promise<PlannedNotice[]> {
  return [
    ...(await planBudgets(database, company, now)),
    ...planDigest(company, now),
    ...(await planNewSkills(database, company, now)),
    ...planAnnouncements(company, announcements),
  ];
}

async function planBudgets(database: Database, company: NoticedCompany, now: Date): Promise<PlannedNotice[]> {
  if (!company.wanted.has('accountLimit') && !company.wanted.has('budgetWarning')) return [];
  const month = getMonth(getDay(now.getTime(), company.timeZone));
  const spending = await database.readCompany(company.id, (tx) => readSpending(tx, month, addMonths(month, 1)));
  return planBudgetNotices(spending, month, company.wanted);
}

/** From Monday at eight until the week is over: where the portal was away on Monday, it comes when it is back. */
function planDigest({ wanted, timeZone, createdAt }: NoticedCompany, now: Date): PlannedNotice[] {
  const instant = now.getTime();
  const { dueAt, name } = getDigestWeek(instant, timeZone);
  if (!wanted.has('spendingDigest') || instant < dueAt || createdAt.getTime() >= dueAt) return [];
  const span = getDigestSpan(instant, timeZone);
  const toFacts: PlannedNotice['toFacts'] = async (_keys, tx) =>
    toDigestFacts(await readDigest(tx, span), span, timeZone);
  return [{ kind: 'spendingDigest', keys: [`digest:${name}`], toFacts }];
}

/** Several at a time go into one mail. */
async function planNewSkills(database: Database, company: NoticedCompany, now: Date): Promise<PlannedNotice[]> {
  if (!company.wanted.has('newSkills')) return [];
  const since = new Date(Math.max(company.createdAt.getTime(), now.getTime() - newsDays * dayMs));
  const skills = await database.readCompany(company.id, (tx) => listNewSkills(tx, since));
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

function planAnnouncements(
  { wanted, createdAt }: NoticedCompany,
  announcements: readonly LatestAnnouncement[],
): PlannedNotice[] {
  return announcements
    .filter(({ madeAt }) => madeAt > createdAt)
    .map(({ id, kind, title, body }) => ({
      kind: kind === 'maintenance' ? ('maintenance' as const) : ('announcements' as const),
      keys: [`announcement:${id}`],
      toFacts: () => ({ about: 'announcement' as const, title, body }),
    }))
    .filter((notice) => wanted.has(notice.kind));
}
