import { grossWords, netWords } from '#features/billing/contract/vat-words.ts';
import { formatTotal, roundToCents, type TenThousandths } from '#features/money/contract/money.ts';
import { formatDay, formatMonth } from '#contract/calendar/formats.ts';
import type { MailMessage } from './mail-layout.ts';

/** The weekly summary. Days and months as `2026-11-16`; `week.last` is the Sunday. */
export interface DigestFacts {
  about: 'digest';
  week: { first: string; last: string };
  spent: TenThousandths;
  spentWeekBefore: TenThousandths;
  /** At most five, the dearest first. */
  topSkills: { name: string; total: TenThousandths }[];
  month: string;
  spentInMonth: TenThousandths;
  limit: TenThousandths | null;
  /** Forecast of the month, as on the usage page; undefined where there is too little to go by. */
  forecast: { total: TenThousandths; low: TenThousandths; high: TenThousandths } | undefined;
  invoices: { open: number; overdue: number; total: TenThousandths };
}

interface Reader {
  companyName: string;
  timeZone: string;
}

export function digestMessage({ companyName, timeZone }: Reader, facts: DigestFacts, usageUrl: string): MailMessage {
  const { week, spent, topSkills } = facts;
  return {
    subject: `${companyName} spent ${formatTotal(spent)} last week`,
    heading: `${formatTotal(spent)} last week`,
    paragraphs: [
      `${companyName} spent ${formatTotal(spent)} from ${formatDay(week.first)} to ${formatDay(week.last)}${compare(facts)}.`,
    ],
    tables: [
      ...(topSkills.length === 0
        ? []
        : [
            {
              title: 'Top skills of the week',
              rows: topSkills.map(({ name, total }) => ({ label: name, value: formatTotal(total) })),
            },
          ]),
      { title: formatMonth(facts.month), rows: listMonth(facts) },
      { title: 'Open invoices', rows: listInvoices(facts) },
    ],
    action: { label: 'Open the usage dashboard', url: usageUrl },
    note: `Spending, limit and forecast are ${netWords}. Weeks and months follow the ${timeZone} time zone.`,
  };
}

function compare({ spent, spentWeekBefore }: DigestFacts): string {
  // Of what is shown, so that the reader's own subtraction agrees.
  const difference = roundToCents(spent) - roundToCents(spentWeekBefore);
  if (difference === 0) return ', the same as the week before';
  const more = `${formatTotal(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'}`;
  return `, ${more} than the week before (${formatTotal(spentWeekBefore)})`;
}

function listMonth({ spentInMonth, limit, forecast }: DigestFacts) {
  const band = forecast && `${formatTotal(forecast.low)} – ${formatTotal(forecast.high)}`;
  return [
    { label: 'Spent so far', value: formatTotal(spentInMonth) },
    { label: 'Account limit', value: limit === null ? 'none' : formatTotal(limit) },
    {
      label: 'Forecast for the month',
      value: forecast ? `about ${formatTotal(forecast.total)}` : 'Not enough data yet',
    },
    ...(band ? [{ label: 'Likely range', value: band }] : []),
  ];
}

function listInvoices({ invoices: { open, overdue, total } }: DigestFacts) {
  if (open === 0) return [{ label: 'No open invoices', value: formatTotal(0) }];
  const count = `${open} open${overdue > 0 ? `, ${overdue} of them overdue` : ''}`;
  return [{ label: count, value: `${formatTotal(total)} ${grossWords}` }];
}
