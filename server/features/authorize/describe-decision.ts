import { formatEuros } from '#contract/billing/money.ts';
import { formatDay, formatMonth } from '#contract/calendar/formats.ts';
import { addMonths } from '#contract/calendar/zones.ts';
import type { Decided } from './reservations.ts';

/** The message that the assistant shows its user: which skill, which budget, and what to do. */
export function describeDecision({ decision, skillName, day, price, limit }: Decided): string {
  const skill = `“${skillName}”`;
  if (decision === 'allow' || !limit) return `${skill} may run.`;
  const budget = limit.scope === 'skill' ? 'The budget of this skill' : 'The budget of your company';
  const ofMonth = `${formatEuros(limit.limit)} for ${formatMonth(day)}`;
  if (decision === 'warn') {
    const percent = Math.floor((limit.used * 100) / limit.limit);
    return `${skill} may run. ${budget}, ${ofMonth}, is ${percent} % used: ask a SuperAdmin of your company to raise it before it is used up.`;
  }
  const left = Math.max(0, limit.limit - limit.used);
  return `${skill} can not run now. ${budget}, ${ofMonth}, has ${formatEuros(left)} left, and this run costs ${formatEuros(price)}. Ask a SuperAdmin of your company to raise it, or wait until it starts anew on ${formatDay(addMonths(day, 1))}.`;
}
