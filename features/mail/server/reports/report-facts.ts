import type { AttentionLine } from '#contract/attention/attention-facts.ts';
import { describeAttention } from '#contract/attention/attention-kinds.ts';
import { isOnlyAttention } from '#features/mail/contract/report-values.ts';
import type { AnalyticsStats, ComparedQuery, SkillRequests } from '#features/dashboard/contract/analytics.ts';
import type { Totals } from '#features/dashboard/contract/totals.ts';
import type { AnswerStats } from '#features/dashboard/contract/answers.ts';
import { can, type CapabilityHolder } from '#contract/capabilities.ts';
import { getMonth } from '#contract/calendar/zones.ts';
import type { TenThousandths } from '#features/money/contract/money.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import type { ReportFacts } from '#server/outside/mail/report-mail.ts';
import type { ReportDays } from './report-schedule.ts';
import type { ReportValues } from './reports.repository.ts';

declare module '../../../../server/portal/portal.ts' {
  interface Portal {
    readonly readFigures: ReadReportFigures;
  }
}

/** Figures of a range, as the pages show them to a reader. */
export interface ReportFigures {
  readonly stats: AnalyticsStats;
  readonly answers: AnswerStats;
  /** All skills with a billed request. */
  readonly skills: readonly SkillRequests[];
  /** The lines of "Needs attention" at this moment, by the reader's rights. */
  readonly attention: readonly AttentionLine[];
}

/** The figures as the reader's own pages show them. */
export type ReadReportFigures = (reader: Actor, query: ComparedQuery) => Promise<ReportFigures>;

/** The account in the month of the last day of a report. */
export interface MonthSpending {
  readonly total: TenThousandths;
  readonly limit: TenThousandths | null;
}

interface FactsInput {
  readonly report: ReportValues;
  readonly days: ReportDays;
  readonly timeZone: string;
  readonly reader: CapabilityHolder;
  readonly spending: MonthSpending | undefined;
}

const topReasons = 5;

/** Selects the facts of the mail: only parts that were chosen and that the reader may see. */
export function toReportFacts(figures: ReportFigures, input: FactsInput): ReportFacts {
  const { report, days, timeZone, reader, spending } = input;
  const { stats, answers } = figures;
  const has = (part: ReportValues['parts'][number]) => report.parts.includes(part);
  const seesCost = can(reader, 'billing.read') && spending !== undefined;
  return {
    name: report.name,
    attention: has('attention') ? figures.attention.map((line) => describeAttention(line, timeZone)) : undefined,
    isOnlyAttention: isOnlyAttention(report.parts),
    timeZone,
    days,
    previous: { from: stats.previous.from, to: stats.previous.to },
    period: report.period,
    includesTechnical: report.technicalUsers && can(reader, 'analytics.include-technical-users'),
    opensLog: can(reader, 'transcripts.read-own'),
    isEmpty: isEmpty(stats),
    hidesCost: (has('cost') || report.attachesUsage) && !can(reader, 'billing.read'),
    figures: has('figures') ? toFigures(stats) : undefined,
    topSkills: has('topSkills') ? stats.topSkills : undefined,
    topUsers: has('topUsers') ? stats.topUsers : undefined,
    cost:
      has('cost') && seesCost
        ? { spent: [stats.cost ?? 0, stats.previous.cost ?? 0], month: getMonth(days.last), ...spending }
        : undefined,
    failures: has('failures')
      ? {
          total: [answers.failedConversations, answers.previous.failedConversations],
          reasons: answers.failures.filter(({ total }) => total > 0).slice(0, topReasons),
        }
      : undefined,
    unanswered: has('unanswered') ? [answers.unanswered, answers.previous.unanswered] : undefined,
  };
}

const toFigures = (stats: AnalyticsStats) => {
  const both = <Name extends keyof Totals>(name: Name) => [stats[name], stats.previous[name]] as const;
  return {
    conversations: both('conversations'),
    messages: both('messages'),
    users: both('users'),
    requests: both('requests'),
    apiCalls: both('apiCalls'),
    successRate: both('successRate'),
  };
};

/** Nothing was reported in the period: its changes alone would say little. */
const isEmpty = ({ conversations, requests }: AnalyticsStats) => conversations === 0 && requests === 0;
