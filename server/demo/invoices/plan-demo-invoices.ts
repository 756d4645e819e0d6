import { addDays, addMonths, getDay, getMonth } from '#contract/calendar/zones.ts';
import {
  planInvoice,
  type PlannedInvoice,
  type UnbilledSupport,
  type UnbilledUsage,
} from '#features/billing/server/invoices/plan-invoice.ts';
import { companyCasts, type CompanyCast } from '../../../demo-assistant/company-cast.ts';
import { planMonth } from '../../../demo-assistant/plan-month.ts';
import { writeConversation } from '../../../demo-assistant/write-conversation.ts';
import { demoMonthCount } from '../demo-months.ts';

/** A reported skill: its number, its mapped skill and the company's price of one usage event. */
export interface LedgerSkill {
  readonly number: number;
  readonly skillId: string | null;
  readonly name: string;
  readonly price: number;
}

export interface DemoInvoice extends PlannedInvoice {
  readonly month: string | null;
  readonly usage: readonly UnbilledUsage[];
  readonly support: readonly UnbilledSupport[];
  readonly issueDate: string;
  readonly dueDate: string;
  readonly isPaid: boolean;
  /** The user of the company who added it; null for a closed month. */
  readonly addedBy: string | null;
}

/** Number of ended months with an invoice; the latest two are unpaid, one of them overdue. */
const closedMonths: Readonly<Record<string, number>> = { 'Acme Manufacturing': 7, 'Globex Logistics': 2 };
const termDays = 14;

/** The names of a company's reported skills. */
export function listReportedNames(companyName: string): string[] {
  const cast = companyCasts.find((each) => each.companyName === companyName);
  return cast?.scripts.map(({ skill }) => skill) ?? [];
}

/** The company's invoices at the first start, oldest first: one per ended month, and for Acme a manual one. */
export function planDemoInvoices(
  companyName: string,
  skills: readonly LedgerSkill[],
  supportRequests: readonly UnbilledSupport[],
  now: Date,
): DemoInvoice[] {
  const cast = companyCasts.find((each) => each.companyName === companyName);
  if (!cast) return [];
  const today = getDay(now.getTime(), cast.timeZone);
  const unbilled = { billed: 0, lined: 0, linedTotal: 0 };
  const months = Array.from({ length: closedMonths[companyName] ?? 0 }, (_, index) => index + 1).toReversed();
  const invoices = months.map((ago): DemoInvoice => {
    const { month, usage: runs } = planDemoUsage(cast, ago, now);
    const usage = skills.flatMap(({ number, skillId, name, price }): UnbilledUsage[] => {
      const requests = runs.get(name) ?? 0;
      return requests === 0
        ? []
        : [{ month, skillNumber: number, skillId, skillName: name, price, requests, ...unbilled }];
    });
    const support = supportRequests.filter((request) => request.month === month);
    const issueDate = addMonths(month, 1);
    const dates = { issueDate, dueDate: addDays(issueDate, termDays) };
    return { month, usage, support, ...dates, isPaid: ago > 2, addedBy: null, ...planInvoice(month, usage, support) };
  });
  return companyName === 'Acme Manufacturing' ? [...invoices, planWorkshop(today, cast)] : invoices;
}

/** Keeps one invoice unpaid and not overdue on every day of the month. */
function planWorkshop(today: string, { people: [adder] }: CompanyCast): DemoInvoice {
  const issueDate = addDays(today, -3);
  const total = 18_500_000;
  const line = {
    description: 'Workshop: skills of your own, one day',
    month: null,
    skillNumber: null,
    skillId: null,
    requests: null,
    price: null,
    total,
  };
  return {
    month: null,
    usage: [],
    support: [],
    issueDate,
    dueDate: addDays(issueDate, termDays),
    isPaid: false,
    addedBy: adder ? `${adder.firstName} ${adder.lastName}` : '',
    lines: [line],
    total,
  };
}

/** Number of usage events by the name of the reported skill. */
type MonthUsage = ReadonlyMap<string, number>;

const noFiles = { receipt: '', screen: '', parcel: '' };

/**
 * The usage events of a month, counted before its conversations are sent: conversations are deterministic, so that the
 * invoices of the first start match the usage page.
 * @param ago 1 for the month before the current one
 */
function planDemoUsage(cast: CompanyCast, ago: number, startedAt: Date): { month: string; usage: MonthUsage } {
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
