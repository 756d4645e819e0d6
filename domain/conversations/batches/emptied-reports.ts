import { joinTurns } from '../turns/stored-turns.ts';
import type { Conversation, LocalTime } from '../conversation.ts';
import { applyReport, type Report } from './stored-conversation.ts';

const maxApiCalls = 1_000_000;

/**
 * Adds what telemetry reports of a conversation whose spans were deleted with its texts. It knows only what followed, so that start,
 * turns and calls of before stay counted.
 * @param time of the start that is reported
 */
export function addToEmptied(current: Conversation, report: Report, time: LocalTime): Conversation {
  if (current.isPlaceholder) return applyReport(current, report, time);
  const { turns, isMore } = joinTurns(current.turns, report.turns ?? null);
  const { apiCalls = 0 } = report;
  const isEarlier = report.startedAt < current.startedAt;
  const { startedAt, day, hour } = isEarlier ? { ...report, ...time } : current;
  const whole = {
    ...report,
    startedAt,
    turns: turns ?? undefined,
    apiCalls: isMore ? Math.min(current.apiCalls + apiCalls, maxApiCalls) : Math.max(current.apiCalls, apiCalls),
  };
  return applyReport(current, whole, { day, hour });
}
