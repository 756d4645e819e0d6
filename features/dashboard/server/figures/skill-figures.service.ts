import type { Uses } from '#server/portal/portal.ts';
import type { ComparedQuery } from '#features/dashboard/contract/analytics.ts';
import { renderMasked } from '#domain/masking/render-masked.ts';
import { toNamedUser } from '#domain/ledger/named-user.ts';
import { getSuccessRate } from '#domain/conversations/success-rate.ts';
import { can } from '#contract/capabilities.ts';
import { toEuros } from '#features/money/contract/money.ts';
import type { SkillFigures, SkillTotals } from '#features/dashboard/contract/skill-figures.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { addDays, getDay, listDays } from '#contract/calendar/zones.ts';
import type { ComparedRanges } from '../rollup-segments.ts';
import * as repository from './skill-figures.repository.ts';
import type { RequestDay, SkillFiguresRow, StatusDay } from './skill-figures.repository.ts';
import { describeRange } from '../stats.presenter.ts';
import { omitCost, toComparedRanges } from '../stats.service.ts';

/** @throws Problem `record.not-found` where the company's store does not have the skill */
export async function getSkillFigures(
  { database, workers, clock }: Uses<'database' | 'workers' | 'clock'>,
  actor: Actor,
  { skillId, ...query }: ComparedQuery & { skillId: string },
): Promise<SkillFigures> {
  const now = clock.now();
  const ranges = toComparedRanges(actor, query, now);
  const row = await database.inCompany.read(actor.companyId, (tx) => repository.getSkillFigures(tx, ranges, skillId));
  if (!row.isFound) throw new Problem('record.not-found');
  const figures = {
    ...describeRange(ranges.range),
    timeZone: ranges.zone,
    date: now.toISOString(),
    ...toTotals(row, false),
    previous: { ...describeRange(ranges.previous), ...toTotals(row, true) },
    topUsers: await renderMasked(workers, actor, (masker) => row.topUsers.map((user) => toNamedUser(masker, user))),
    days: toDays(row, ranges, now),
  };
  if (can(actor, 'billing.read')) return figures;
  return { ...omitCost(figures), previous: omitCost(figures.previous), days: figures.days.map(omitCost) };
}

const sumConversations = (days: readonly StatusDay[]) => days.reduce((sum, day) => sum + day.conversations, 0);

/** Adds up in ten-thousandths, so that the cost is exact. */
const sumRequests = (days: readonly RequestDay[]) => ({
  requests: days.reduce((sum, day) => sum + day.requests, 0),
  cost: toEuros(days.reduce((sum, day) => sum + day.cost, 0)),
});

function toTotals(row: SkillFiguresRow, isPrevious: boolean): SkillTotals {
  const days = row.conversations.filter((day) => day.isPrevious === isPrevious);
  return {
    conversations: sumConversations(days),
    ...sumRequests(row.requests.filter((day) => day.isPrevious === isPrevious)),
    successRate: getSuccessRate(days),
  };
}

/** Up to today, or to the last day with data where a sender's clock is ahead, so that days add up to the totals. */
function toDays({ conversations, requests }: SkillFiguresRow, { range, zone }: ComparedRanges, now: Date) {
  const [conversationsOf, requestsOf] = [groupByDate(conversations), groupByDate(requests)];
  const known = [getDay(now.getTime(), zone), ...conversationsOf.keys(), ...requestsOf.keys()].toSorted().at(-1) ?? '';
  const end = getDay(range.until - 1, zone);
  const last = end < known ? end : known;
  return listDays(getDay(range.from, zone), addDays(last, 1), zone).map((date) => ({
    date,
    conversations: sumConversations(conversationsOf.get(date) ?? []),
    ...sumRequests(requestsOf.get(date) ?? []),
  }));
}

/** Leaves out the range before, which has no days. */
function groupByDate<Day extends { readonly date: string | null }>(days: readonly Day[]): Map<string, Day[]> {
  const groups = new Map<string, Day[]>();
  for (const day of days) {
    if (day.date === null) continue;
    const group = groups.get(day.date);
    if (group) group.push(day);
    else groups.set(day.date, [day]);
  }
  return groups;
}
