import { skillListLength, type AnalyticsStats } from '#features/dashboard/contract/analytics.ts';
import type { Totals } from '#features/dashboard/contract/totals.ts';
import { conversationStatuses } from '#contract/conversations/conversations.ts';
import { getSuccessRate } from '#domain/conversations/success-rate.ts';
import type { Masker } from '#domain/masking/mask-text.ts';
import { toEuros } from '#features/money/contract/money.ts';
import type { Range } from '#server/lib/calendar/ranges.ts';
import { toNamedUser } from '#domain/ledger/named-user.ts';
import { addDays, getDay, listDays } from '#contract/calendar/zones.ts';
import type { ComparedRanges } from './rollup-segments.ts';
import type { DaySum, SkillRequests, StatsRow, StatusSum } from './stats.repository.ts';

const othersName = 'Other';

interface Reading {
  readonly now: Date;
  readonly masker: Masker;
}

export function toStats(row: StatsRow, ranges: ComparedRanges, { now, masker }: Reading): AnalyticsStats {
  const present = row.statuses.filter(({ isPrevious }) => !isPrevious);
  const before = row.statuses.filter(({ isPrevious }) => isPrevious);
  return {
    ...describeRange(ranges.range),
    timeZone: ranges.zone,
    date: now.toISOString(),
    ...toTotals(present, { users: row.users.total, requests: row.requests.total, cost: row.requests.cost }),
    previous: {
      ...describeRange(ranges.previous),
      ...toTotals(before, {
        users: row.users.previous,
        requests: row.requests.previous,
        cost: row.requests.previousCost,
      }),
    },
    topSkills: row.topSkills,
    topUsers: row.topUsers.map((user) => toNamedUser(masker, user)),
    messagesByDate: toDays(ranges, row.days),
    statuses: conversationStatuses.map((status, place) => ({
      status,
      total: countStatus(present, place + 1),
      previous: countStatus(before, place + 1),
    })),
    skills: toSkillList(row),
    hours: row.hours,
    ...(row.demo.done < row.demo.total && { demo: row.demo }),
  };
}

/** Both ends are included. */
export const describeRange = ({ from, until }: Range) => ({
  from: new Date(from).toISOString(),
  to: new Date(until - 1).toISOString(),
});

const sumOf = (sums: readonly StatusSum[], field: 'conversations' | 'messages' | 'apiCalls') =>
  sums.reduce((total, sum) => total + sum[field], 0);

const countStatus = (sums: readonly StatusSum[], status: number) =>
  sumOf(
    sums.filter((sum) => sum.status === status),
    'conversations',
  );

function toTotals(sums: readonly StatusSum[], counted: { users: number; requests: number; cost: number }): Totals {
  const conversations = sumOf(sums, 'conversations');
  return {
    apiCalls: sumOf(sums, 'apiCalls'),
    conversations,
    users: counted.users,
    successRate: getSuccessRate(sums),
    messages: sumOf(sums, 'messages'),
    requests: counted.requests,
    cost: toEuros(counted.cost),
  };
}

/**
 * Every day of the range with the day that it is compared with: that of the shift, else that of the same position in the
 * range before. A day of that range that no day is compared with counts with the last, so that days add up to the total.
 */
function toDays(
  { range, previous, shift, zone }: ComparedRanges,
  days: StatsRow['days'],
): AnalyticsStats['messagesByDate'] {
  const present = fillDays(
    listRangeDays(range, zone),
    days.filter(({ isPrevious }) => !isPrevious),
  );
  const before = fillDays(
    listRangeDays(previous, zone),
    days.filter(({ isPrevious }) => isPrevious),
  );
  const known = new Map(before.map((day) => [day.date, day]));
  return present.map((day, place) => {
    const date = shift ? shift(day.date) : before[place]?.date;
    const same = date === undefined ? undefined : known.get(date);
    if (same) known.delete(same.date);
    const others = place === present.length - 1 ? known.values() : [];
    return { ...day, previous: { date: same?.date ?? null, ...addUp([...(same ? [same] : []), ...others]) } };
  });
}

const addUp = (days: readonly { messages: number; conversations: number }[]) => ({
  messages: days.reduce((sum, { messages }) => sum + messages, 0),
  conversations: days.reduce((sum, { conversations }) => sum + conversations, 0),
});

const noSums = { messages: 0, conversations: 0 };

/** Also the partial days. */
const listRangeDays = ({ from, until }: Range, zone: string) =>
  listDays(getDay(from, zone), addDays(getDay(until - 1, zone), 1), zone);

function fillDays(dates: readonly string[], days: readonly DaySum[]) {
  const known = new Map(days.map((day) => [day.date, day]));
  return dates.map((date) => {
    const { messages, conversations } = known.get(date) ?? noSums;
    return { date, messages, conversations };
  });
}

export const toListedSkill = ({ id, cost, ...skill }: SkillRequests) => ({ _id: id, ...skill, cost: toEuros(cost) });

/** All skills where they fit, else those with the most requests and one entry for the others. */
function toSkillList({ skills, requests }: StatsRow): AnalyticsStats['skills'] {
  if (requests.skills <= skillListLength) return skills.map(toListedSkill);
  const shown = skills.slice(0, skillListLength - 1);
  const sumShown = (field: 'requests' | 'previous' | 'cost') => shown.reduce((sum, skill) => sum + skill[field], 0);
  const others = {
    _id: null,
    name: othersName,
    requests: requests.total - sumShown('requests'),
    previous: requests.previous - sumShown('previous'),
    cost: toEuros(requests.cost - sumShown('cost')),
  };
  return [...shown.map(toListedSkill), others];
}
