import type { DayNumber } from '../../../sql/sql-arrays.ts';

/** A conversation as it is stored. Instants are milliseconds, 0 stands for nobody and nothing named. */
export interface Conversation {
  readonly id: string;
  readonly externalId: string;
  readonly startedAt: number;
  readonly day: DayNumber;
  readonly hour: number;
  readonly skill: number;
  readonly user: number;
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

/** What a report says of a conversation, with its names as numbers; undefined where it says nothing. */
export interface Report {
  readonly startedAt: number;
  readonly reportedAt: number;
  readonly skill: number | undefined;
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
/** Before anything that can be reported. */
const longAgo = 0;

/** Stands for a conversation of which only a message or a status has arrived. */
export function makePlaceholder(id: string, externalId: string, time: LocalTime & { startedAt: number }): Conversation {
  return {
    id,
    externalId,
    ...time,
    skill: 0,
    user: 0,
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

/** What is known after a report: an older one changes nothing, and what a later one leaves out stays as it was. */
export function applyReport(current: Conversation, report: Report, time: LocalTime): Conversation {
  const { status, reportedAt } = report;
  const known =
    status === undefined ? current : applyStatus(current, { status, statusAt: reportedAt, approvedAt: undefined });
  if (!current.isPlaceholder && reportedAt < current.reportedAt) return known;
  return {
    ...known,
    ...time,
    startedAt: report.startedAt,
    skill: report.skill ?? known.skill,
    user: report.user?.number ?? known.user,
    technical: report.user?.technical ?? known.technical,
    apiCalls: report.apiCalls ?? known.apiCalls,
    approvedAt: report.approvedAt ?? known.approvedAt,
    reportedAt,
    isPlaceholder: false,
  };
}

/** Of several the latest counts; of two of the same instant the one that says how it ended, or else the last to come. */
export function applyStatus(current: Conversation, { status, statusAt, approvedAt }: StatusChange): Conversation {
  if (statusAt < current.statusAt) return current;
  if (statusAt === current.statusAt && status === processing) return current;
  return { ...current, status, statusAt, approvedAt: approvedAt ?? current.approvedAt };
}
