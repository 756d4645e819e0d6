import { can } from '#contract/capabilities.ts';
import type { AnalyticsStats, RangeQuery, TopUser } from '#contract/analytics/analytics.ts';
import type { Database } from '../../database/open-database.ts';
import type { Actor } from '../../lib/request/actor.ts';
import { getPreviousRange, resolveRange } from '../../lib/calendar/ranges.ts';
import type { Clock } from '../../outside/clock.ts';
import type { Periods } from './rollup-segments.ts';
import { toStats } from './stats.presenter.ts';
import { readStats } from './stats.repository.ts';
import { listTopUsers } from './top-users.repository.ts';

export interface AnalyticsDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/** The dashboard of a range, in one statement. */
export async function getStats(
  { database, clock }: AnalyticsDependencies,
  actor: Actor,
  query: RangeQuery,
): Promise<AnalyticsStats> {
  const now = clock.now();
  const periods = toPeriods(actor, query, now);
  const row = await database.readCompany(actor.companyId, (tx) => readStats(tx, periods));
  return toStats(row, periods, now);
}

/** Everybody who had a conversation in the range. */
export function getTopUsers(
  { database, clock }: AnalyticsDependencies,
  actor: Actor,
  query: RangeQuery,
): Promise<TopUser[]> {
  const periods = toPeriods(actor, query, clock.now());
  return database.readCompany(actor.companyId, (tx) => listTopUsers(tx, periods));
}

/** What is asked for, as statements are asked: only TechnicalUsers may include their like. */
export function toPeriods(actor: Actor, { technicalUsers, ...asked }: RangeQuery, now: Date): Periods {
  const zone = actor.timeZone;
  const range = resolveRange(asked, zone, now);
  const includesTechnical = technicalUsers === 'true' && can(actor, 'analytics.include-technical-users');
  return { range, previous: getPreviousRange(range, zone), zone, includesTechnical };
}
