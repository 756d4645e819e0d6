import type { Uses } from '#server/portal/portal.ts';
import { can } from '#contract/capabilities.ts';
import type {
  AnalyticsStats,
  ComparedQuery,
  RangeComparison,
  RangeQuery,
  SkillRequests,
  TopSkillRow,
  TopUser,
} from '#features/dashboard/contract/analytics.ts';
import { renderMasked } from '#domain/masking/render-masked.ts';
import { toNamedUser } from '#domain/ledger/named-user.ts';
import { getDay } from '#contract/calendar/zones.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';
import {
  getPreviousRange,
  resolveRange,
  shiftByMonths,
  shiftByWeeks,
  shiftRange,
  type Range,
} from '#server/lib/calendar/ranges.ts';
import type { ComparedRanges } from './rollup-segments.ts';
import * as skillRequests from './skill-requests.repository.ts';
import { toListedSkill, toStats } from './stats.presenter.ts';
import * as repository from './stats.repository.ts';

/** The dashboard of a range. */
export async function getStats(
  { database, workers, clock }: Uses<'database' | 'workers' | 'clock'>,
  actor: Actor,
  query: ComparedQuery,
): Promise<AnalyticsStats> {
  const now = clock.now();
  const ranges = toComparedRanges(actor, query, now);
  const row = await database.inCompany.read(actor.companyId, (tx) => repository.getStats(tx, ranges));
  const stats = await renderMasked(workers, actor, (masker) => toStats(row, ranges, { now, masker }));
  return toVisibleStats(actor, stats);
}

/** Without amounts where the actor may not see billing. */
function toVisibleStats(actor: Actor, stats: AnalyticsStats): AnalyticsStats {
  if (can(actor, 'billing.read')) return stats;
  const { previous, skills, ...totals } = stats;
  return { ...omitCost(totals), previous: omitCost(previous), skills: skills.map(omitCost) };
}

export const omitCost = <Figures extends { readonly cost?: number | undefined }>({ cost: _cost, ...others }: Figures) =>
  others;

/** All users with a conversation in the range. */
export async function listTopUsers(
  { database, workers, clock }: Uses<'database' | 'workers' | 'clock'>,
  actor: Actor,
  query: RangeQuery,
): Promise<TopUser[]> {
  const ranges = toComparedRanges(actor, query, clock.now());
  const users = await database.inCompany.read(actor.companyId, (tx) => repository.listTopUsers(tx, ranges));
  return renderMasked(workers, actor, (masker) => users.map((user) => toNamedUser(masker, user)));
}

/** All skills with a conversation in the range. */
export function listTopSkills(
  { database, clock }: Uses<'database' | 'clock'>,
  actor: Actor,
  query: RangeQuery,
): Promise<TopSkillRow[]> {
  const ranges = toComparedRanges(actor, query, clock.now());
  return database.inCompany.read(actor.companyId, (tx) => repository.listTopSkills(tx, ranges));
}

/** All skills with a billed request in the range. */
export async function listSkillRequests(
  { database, clock }: Uses<'database' | 'clock'>,
  actor: Actor,
  query: ComparedQuery,
): Promise<SkillRequests[]> {
  const ranges = toComparedRanges(actor, query, clock.now());
  const found = await database.inCompany.read(actor.companyId, (tx) => skillRequests.listSkillRequests(tx, ranges));
  const skills = found.map(toListedSkill);
  return can(actor, 'billing.read') ? skills : skills.map(omitCost);
}

/** Five years: each day is listed twice, and eight calls of one account may run at once. */
const longestRangeMs = 5 * 366 * 86_400_000;

/** The queried range and the one before it; technical users count only for actors who may include them. */
export function toComparedRanges(
  actor: Actor,
  { technicalUsers, compare = 'days', ...asked }: ComparedQuery,
  now: Date,
): ComparedRanges {
  const zone = actor.timeZone;
  const range = resolveRange(asked, zone, now);
  if (range.until - range.from > longestRangeMs) throw new Problem('request.range-too-long');
  const includesTechnical = technicalUsers === 'true' && can(actor, 'analytics.include-technical-users');
  const today = getDay(now.getTime(), zone);
  return { range, ...toPrevious(range, zone, compare), zone, today, includesTechnical };
}

function toPrevious(range: Range, zone: string, compare: RangeComparison) {
  if (compare === 'days') return { previous: getPreviousRange(range, zone) };
  const shift = compare === 'weeks' ? shiftByWeeks(range, zone) : shiftByMonths(range, zone);
  return { previous: shiftRange(range, shift, zone), shift };
}
