import type { Uses } from '#server/portal/portal.ts';
import * as z from 'zod';
import { TopSkillRow, TopUser, type ComparedQuery, type RangeQuery } from '#features/dashboard/contract/analytics.ts';
import { Dashboard, WatchedUsage } from '#features/dashboard/contract/live.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { getAnswerStats } from '../answers/answer-stats.service.ts';
import { getStats, listTopSkills, listTopUsers } from '../stats.service.ts';
import { toLiveValue, type LiveValue } from '#domain/live/live-queries.ts';

export async function getDashboardValue(
  portal: Uses<'database' | 'workers' | 'clock'>,
  actor: Actor,
  query: ComparedQuery,
): Promise<LiveValue> {
  const [stats, answers] = await Promise.all([getStats(portal, actor, query), getAnswerStats(portal, actor, query)]);
  // The time of the reading is no change.
  return toLiveValue(Dashboard.parse({ stats, answers }), [{ ...stats, date: '' }, answers]);
}

export async function getTopUsersValue(
  portal: Uses<'database' | 'workers' | 'clock'>,
  actor: Actor,
  query: RangeQuery,
): Promise<LiveValue> {
  return toLiveValue(z.array(TopUser).parse(await listTopUsers(portal, actor, query)));
}

export async function getTopSkillsValue(
  portal: Uses<'database' | 'clock'>,
  actor: Actor,
  query: RangeQuery,
): Promise<LiveValue> {
  return toLiveValue(z.array(TopSkillRow).parse(await listTopSkills(portal, actor, query)));
}

/** The time of the reading is no change. */
export const toUsageValue = (answer: WatchedUsage): LiveValue =>
  toLiveValue(WatchedUsage.parse(answer), { ...answer, date: '' });
