import { addMonths, getDay, getMonth } from '#contract/calendar/zones.ts';
import type { CompanyCast } from '../../../demo-assistant/company-cast.ts';
import { planMonth } from '../../../demo-assistant/plan-month.ts';
import { writeConversation } from '../../../demo-assistant/write-conversation.ts';
import { demoMonthCount } from '../demo-months.ts';

/** Billed runs by the skill's name as the assistant reports it. */
type MonthUsage = ReadonlyMap<string, number>;

const noFiles = { receipt: '', screen: '', parcel: '' };

/**
 * What the ledger will hold of a month once the demo's conversations have been sent: they are the same whenever they are
 * written, so that the invoices of the first start say what the usage page says a minute later.
 * @param ago 1 for the month before the running one
 */
export function planDemoUsage(cast: CompanyCast, ago: number, startedAt: Date): { month: string; usage: MonthUsage } {
  const month = addMonths(getMonth(getDay(startedAt.getTime(), cast.timeZone)), -ago);
  const age = (demoMonthCount - 1 - ago) / (demoMonthCount - 1);
  const usage = new Map<string, number>();
  for (const occasion of planMonth(cast, { month, age, startedAt })) {
    const setting = { cast, fileKeys: noFiles, assistantName: '' };
    const { skill, requests } = writeConversation(occasion, setting);
    // A conversation that names no runs is one, as the intake has it.
    if (skill !== undefined) usage.set(skill, (usage.get(skill) ?? 0) + (requests?.length ?? 1));
  }
  return { month, usage };
}
