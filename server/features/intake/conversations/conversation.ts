import type { DayNumber } from '../../../sql/sql-arrays.ts';

/** A conversation as it is stored. Instants are milliseconds; the numbers of skill and user are 0 where none was named. */
export interface Conversation {
  readonly id: string;
  readonly externalId: string;
  readonly startedAt: number;
  readonly day: DayNumber;
  readonly hour: number;
  readonly skillNumber: number;
  readonly userNumber: number;
  readonly status: number;
  readonly technical: boolean;
  readonly messages: number;
  readonly apiCalls: number;
  readonly approvedAt: number | null;
  readonly reportedAt: number;
  readonly statusAt: number;
  readonly isPlaceholder: boolean;
}

export interface LocalTime {
  readonly day: DayNumber;
  readonly hour: number;
}

/** What a report says about a conversation; undefined where it says nothing. */
export interface Report {
  readonly startedAt: number;
  readonly reportedAt: number;
  readonly skillNumber: number | undefined;
  readonly user: { readonly number: number; readonly technical: boolean } | undefined;
  readonly status: number | undefined;
  readonly apiCalls: number | undefined;
  readonly approvedAt: number | undefined;
}

interface StatusChange {
  readonly status: number;
  readonly statusAt: number;
  readonly approvedAt: number | undefined;
}

const processing = 2;
/** Before every instant that can be reported. */
const longAgo = 0;

/** A conversation of which only a message or a status has arrived. */
export function createPlaceholder(
  id: string,
  externalId: string,
  time: LocalTime & { readonly startedAt: number },
): Conversation {
  return {
    id,
    externalId,
    ...time,
    skillNumber: 0,
    userNumber: 0,
    status: processing,
    technical: false,
    messages: 0,
    apiCalls: 0,
    approvedAt: null,
    reportedAt: longAgo,
    statusAt: longAgo,
    isPlaceholder: true,
  };
}

/** A report older than the newest changes the status at most. What a report leaves out stays. */
export function applyReport(current: Conversation, report: Report, time: LocalTime): Conversation {
  const { status, reportedAt } = report;
  const known =
    status === undefined ? current : applyStatus(current, { status, statusAt: reportedAt, approvedAt: undefined });
  if (!current.isPlaceholder && reportedAt < current.reportedAt) return known;
  return {
    ...known,
    ...time,
    startedAt: report.startedAt,
    skillNumber: report.skillNumber ?? known.skillNumber,
    userNumber: report.user?.number ?? known.userNumber,
    technical: report.user?.technical ?? known.technical,
    apiCalls: report.apiCalls ?? known.apiCalls,
    approvedAt: report.approvedAt ?? known.approvedAt,
    reportedAt,
    isPlaceholder: false,
  };
}

/** The latest status wins; of two with the same instant a final one over Processing, else the one that arrived last. */
export function applyStatus(current: Conversation, { status, statusAt, approvedAt }: StatusChange): Conversation {
  if (statusAt < current.statusAt) return current;
  if (statusAt === current.statusAt && status === processing) return current;
  return { ...current, status, statusAt, approvedAt: approvedAt ?? current.approvedAt };
}
