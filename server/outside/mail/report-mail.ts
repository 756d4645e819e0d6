import type { AttentionWords } from '#contract/attention/attention-kinds.ts';
import type { AnalyticsStats, TopUser } from '#features/dashboard/contract/analytics.ts';
import type { AnswerStats } from '#features/dashboard/contract/answers.ts';
import { compareCounts, compareShares } from '#features/dashboard/contract/comparison.ts';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import { formatTotal, type TenThousandths } from '#features/money/contract/money.ts';
import { netWords } from '#features/billing/contract/vat-words.ts';
import { formatDay, formatMonth, formatShortRange } from '#contract/calendar/formats.ts';
import { getStartOfDay } from '#contract/calendar/zones.ts';
import { describeZones } from '#contract/calendar/zone-names.ts';
import type { ReportPeriod } from '#features/mail/contract/report-values.ts';
import { renderMail, type MailBrand, type MailTable } from './mail-layout.ts';
import type { MailContent } from './mail.ts';

/** A figure of the period and of the one before. */
type Pair<Figure = number> = readonly [Figure, Figure];

/**
 * Content of a report. Days are `2026-11-16`; parts that were not chosen, or that the reader may not see, are
 * undefined.
 */
export interface ReportFacts {
  readonly name: string;
  readonly timeZone: string;
  readonly days: { readonly first: string; readonly last: string };
  /** Instants of the period before, both included. */
  readonly previous: { readonly from: string; readonly to: string };
  readonly period: ReportPeriod;
  readonly includesTechnical: boolean;
  /** Whether the reader may open the log. */
  readonly opensLog: boolean;
  readonly isEmpty: boolean;
  /** Lines of "Needs attention" in words. */
  readonly attention: readonly AttentionWords[] | undefined;
  /** The report has no other part. */
  readonly isOnlyAttention: boolean;
  readonly hidesCost: boolean;
  readonly figures:
    | {
        readonly conversations: Pair;
        readonly messages: Pair;
        readonly users: Pair;
        readonly requests: Pair;
        readonly apiCalls: Pair;
        readonly successRate: Pair<number | null>;
      }
    | undefined;
  readonly topSkills: AnalyticsStats['topSkills'] | undefined;
  readonly topUsers: readonly (TopUser & { readonly previous: number })[] | undefined;
  /** In euros; `total` and `limit` are those of the account in a month. */
  readonly cost:
    | {
        readonly spent: Pair;
        readonly month: string;
        readonly total: TenThousandths;
        readonly limit: TenThousandths | null;
      }
    | undefined;
  readonly failures: { readonly total: Pair; readonly reasons: AnswerStats['failures'] } | undefined;
  readonly unanswered: Pair | undefined;
}

interface ReportMailOptions {
  readonly companyName: string;
  /** Undefined for a test, which no link stops. */
  readonly unsubscribeUrl: string | undefined;
  readonly attachment: string | undefined;
}

type ToUrl = (path: string, search?: Readonly<Record<string, string>>) => string;

/** The figures of a period, with links that open the same figures. */
export function reportMail(brand: MailBrand, facts: ReportFacts, options: ReportMailOptions): MailContent {
  const { name, days, timeZone } = facts;
  const toUrl = createToUrl(brand, facts);
  const compare: Readonly<Record<string, string>> = facts.period === 'month' ? { compare: 'months' } : {};
  return renderMail(brand, {
    subject: facts.isOnlyAttention ? describeCount(facts, options) : `${name}: ${formatSpan(days)}`,
    heading: name,
    paragraphs: listParagraphs(facts, options),
    ...(options.attachment !== undefined && { addresses: [options.attachment] }),
    tables: [...listAttention(facts, brand), ...(facts.isEmpty ? [] : listTables(facts, toUrl))],
    action: facts.isOnlyAttention
      ? { label: 'Open the dashboard', url: `${brand.baseUrl}/` }
      : { label: 'Open the dashboard of this period', url: toUrl('/', compare) },
    note: `Days follow the ${describeZones(timeZone, getStartOfDay(days.first, timeZone), getStartOfDay(days.last, timeZone))} time zone. You receive this e-mail because this report was set up for you in ${brand.product}.`,
    ...(options.unsubscribeUrl !== undefined && {
      unsubscribe: { label: 'Stop this report', url: options.unsubscribeUrl },
    }),
  });
}

/** '3 things at Acme need you' */
function describeCount({ attention = [] }: ReportFacts, { companyName }: ReportMailOptions): string {
  if (attention.length === 0) return `Nothing at ${companyName} needs you`;
  return attention.length === 1
    ? `1 thing at ${companyName} needs you`
    : `${attention.length} things at ${companyName} need you`;
}

/** Each line leads to the rows that it counts. */
function listAttention({ attention = [] }: ReportFacts, { baseUrl }: MailBrand): MailTable[] {
  if (attention.length === 0) return [];
  const rows = attention.map(({ sentence, figure, address: { path, search = {}, hash = '' } }) => {
    const values = Object.entries(search).map(([key, value]): [string, string] => [key, String(value)]);
    const query = new URLSearchParams(values).toString();
    return { label: sentence, value: figure, url: `${baseUrl}${path}${query && `?${query}`}${hash && `#${hash}`}` };
  });
  return [{ title: 'Needs attention', rows }];
}

const formatSpan = ({ first, last }: ReportFacts['days']) => formatShortRange({ from: first, to: last }, 'UTC');

/** Addresses of the portal, with the days and people of the report. */
function createToUrl({ baseUrl }: MailBrand, { days, includesTechnical }: ReportFacts): ToUrl {
  const range = { from: days.first, to: days.last, ...(includesTechnical && { technicalUsers: 'true' }) };
  return (path, search = {}) => `${baseUrl}${path}?${new URLSearchParams({ ...range, ...search }).toString()}`;
}

function listParagraphs(facts: ReportFacts, { companyName, attachment }: ReportMailOptions): string[] {
  const { days, previous, timeZone } = facts;
  const nothing = facts.attention?.length === 0 ? ['Nothing needs you.'] : [];
  if (facts.isOnlyAttention)
    return [...nothing, `This is what needs you at ${companyName}. Each line is gone when it is done.`];
  const span = `from ${formatDay(days.first)} to ${formatDay(days.last)}`;
  return [
    facts.isEmpty
      ? `No assistant of ${companyName} reported a conversation or a billed request ${span}.`
      : `${companyName} ${span}, compared with ${formatShortRange(previous, timeZone)}.`,
    ...nothing,
    ...(facts.hidesCost ? ['Cost is left out, because your role may not see billing.'] : []),
    ...(attachment === undefined ? [] : [`Requests and cost by skill are attached as ${attachment}.`]),
  ];
}

function listTables(facts: ReportFacts, toUrl: ToUrl): MailTable[] {
  const toLog = (search: Readonly<Record<string, string>>) =>
    facts.opensLog ? { url: toUrl('/analytics/logs', search) } : {};
  const tables: (MailTable | undefined)[] = [
    facts.figures && figuresTable(facts.figures),
    facts.topSkills && {
      title: 'Top skills, by conversations',
      rows: facts.topSkills.map(({ _id, name, total, previous }) => ({
        label: name,
        value: compared([total, previous]),
        ...toLog({ skills: _id }),
      })),
    },
    facts.topUsers && {
      title: 'Top users, by messages',
      rows: facts.topUsers.map(({ _id, firstName, lastName, total, previous }) => ({
        label: `${firstName} ${lastName}`.trim(),
        value: compared([total, previous]),
        ...toLog({ users: _id }),
      })),
    },
    facts.cost && costTable(facts.cost, toUrl),
    facts.failures && failuresTable(facts.failures, toLog),
    facts.unanswered && {
      title: 'Unanswered',
      rows: [
        {
          label: 'Conversations without an answer to the last message',
          value: compared(facts.unanswered),
          ...toLog({ unanswered: 'true' }),
        },
      ],
    },
  ];
  return tables.filter((table) => table !== undefined).filter(({ rows }) => rows.length > 0);
}

const count = new Intl.NumberFormat('en');

/** `1,234 (+12%)` */
const compared = ([total, previous]: Pair) => `${count.format(total)} (${compareCounts(total, previous).text})`;

function figuresTable(figures: NonNullable<ReportFacts['figures']>): MailTable {
  const [share, before] = figures.successRate;
  return {
    title: 'Figures',
    rows: [
      { label: 'Conversations', value: compared(figures.conversations) },
      { label: 'Messages', value: compared(figures.messages) },
      { label: 'Active users', value: compared(figures.users) },
      { label: 'Billed requests', value: compared(figures.requests) },
      { label: 'API calls', value: compared(figures.apiCalls) },
      {
        label: 'Success rate',
        value: share === null ? '–' : `${share}% (${compareShares(share, before).text})`,
      },
    ],
  };
}

function costTable({ spent, month, total, limit }: NonNullable<ReportFacts['cost']>, toUrl: ToUrl): MailTable {
  const [present, before] = spent;
  return {
    title: `Cost and limit, ${netWords}`,
    rows: [
      {
        label: 'Cost of the period',
        value: `${formatEuroAmount(present)} (${compareCounts(present, before).text})`,
        url: toUrl('/settings/usage', { period: month.slice(0, 7) }),
      },
      { label: `Spent in ${formatMonth(month)}`, value: formatTotal(total) },
      { label: 'Account limit', value: limit === null ? 'none' : formatTotal(limit) },
    ],
  };
}

function failuresTable(
  { total, reasons }: NonNullable<ReportFacts['failures']>,
  toLog: (search: Readonly<Record<string, string>>) => { url?: string },
): MailTable {
  return {
    title: 'Failures',
    rows: [
      { label: 'Conversations that ended with a failure', value: compared(total), ...toLog({ failed: 'true' }) },
      ...reasons.map(({ failure, total: present, previous }) => ({
        label: failure,
        value: compared([present, previous]),
        ...toLog({ failures: JSON.stringify([failure]) }),
      })),
    ],
  };
}
