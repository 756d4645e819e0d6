import type { Uses } from '#server/portal/portal.ts';
import * as z from 'zod';
import {
  ConversationsPage,
  TopSkillRow,
  TopUser,
  type ComparedQuery,
  type RangeQuery,
} from '#features/insight/contract/analytics.ts';
import { Dashboard, WatchedUsage } from '#features/insight/contract/live.ts';
import type { LogQuery } from '#features/insight/contract/log-query.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { getAnswerStats } from '../answers/answer-stats.service.ts';
import { listConversations } from '../logs.service.ts';
import { getStats, listTopSkills, listTopUsers } from '../stats.service.ts';
import type { LiveValue } from './live-queries.ts';

export async function getDashboardValue(
  portal: Uses<'database' | 'workers' | 'clock'>,
  actor: Actor,
  query: ComparedQuery,
): Promise<LiveValue> {
  const [stats, answers] = await Promise.all([getStats(portal, actor, query), getAnswerStats(portal, actor, query)]);
  // The time of the reading is no change.
  return toValue(Dashboard.parse({ stats, answers }), [{ ...stats, date: '' }, answers]);
}

export async function getLogValue(
  portal: Uses<'database' | 'workers' | 'clock'>,
  actor: Actor,
  query: LogQuery,
): Promise<LiveValue> {
  return toValue(ConversationsPage.parse(await listConversations(portal, actor, query)));
}

export async function getTopUsersValue(
  portal: Uses<'database' | 'workers' | 'clock'>,
  actor: Actor,
  query: RangeQuery,
): Promise<LiveValue> {
  return toValue(z.array(TopUser).parse(await listTopUsers(portal, actor, query)));
}

export async function getTopSkillsValue(
  portal: Uses<'database' | 'clock'>,
  actor: Actor,
  query: RangeQuery,
): Promise<LiveValue> {
  return toValue(z.array(TopSkillRow).parse(await listTopSkills(portal, actor, query)));
}

/** The time of the reading is no change. */
export const toUsageValue = (answer: WatchedUsage): LiveValue =>
  toValue(WatchedUsage.parse(answer), { ...answer, date: '' });

function toValue(shown: unknown, state = shown): LiveValue {
  return { text: JSON.stringify(shown), state: JSON.stringify(state) };
}
