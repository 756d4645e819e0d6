import { addMonths, getDay, getMonth } from '#contract/calendar/zones.ts';
import type { CompanyCast } from '../../../demo-assistant/company-cast.ts';
import { planMonth } from '../../../demo-assistant/plan-month.ts';
import { writeConversation } from '../../../demo-assistant/write-conversation.ts';
import { demoMonthCount } from '../demo-months.ts';

/** Number of usage events by the name of the reported skill. */
type MonthUsage = ReadonlyMap<string, number>;

const noFiles = { receipt: '', screen: '', parcel: '' };

/**
 * The usage events of a month, counted before its conversations are sent: conversations are deterministic, so that the
 * invoices of the first start match the usage page.
 * @param ago 1 for the month before the current one
 */
export function planDemoUsage(cast: CompanyCast, ago: number, startedAt: Date): { month: string; usage: MonthUsage } {
  const month = addMonths(getMonth(getDay(startedAt.getTime(), cast.timeZone)), -ago);
  const age = (demoMonthCount - 1 - ago) / (demoMonthCount - 1);
  const usage = new Map<string, number>();
  for (const occasion of planMonth(cast, { month, age, startedAt })) {
    const setting = { cast, fileKeys: noFiles, assistantName: '' };
    const { skill, requests } = writeConversation(occasion, setting);
    // Implicit usage event of a conversation reported without runs, as in the intake.
    if (skill !== undefined) usage.set(skill, (usage.get(skill) ?? 0) + (requests?.length ?? 1));
  }
  return { month, usage };
}
