import type { ResolvedUser } from '../../ledger/reported-users.ts';
import type { Conversation, LocalTime } from '../conversation.ts';
import { addRatings } from '../ratings/stored-ratings.ts';
import type { ReportedConversation, ReportedRating, ReportedStatus } from './normalize-batch.ts';

/** The report of a conversation; a field is undefined where it says nothing. */
export type Report = Omit<ReportedConversation, 'id' | 'externalId' | 'skill' | 'user'> & {
  readonly skillNumber: number | undefined;
  readonly user: ResolvedUser | undefined;
};

type StatusChange = Pick<ReportedStatus, 'status' | 'statusAt' | 'approvedAt'>;

const processing = 2;
/** Before every instant that can be reported. */
const longAgo = 0;

/** The conversation's id as the sender knows it, and the sender's key. */
export type Sender = Pick<Conversation, 'externalId' | 'intakeKeyId'>;

/** A conversation of which only a message or a status has arrived. */
export function createPlaceholder(
  id: string,
  time: LocalTime & { readonly startedAt: number },
  sender: Sender,
): Conversation {
  return {
    id,
    ...sender,
    ...time,
    skillNumber: 0,
    userNumber: 0,
    status: processing,
    technical: false,
    messages: 0,
    messageSources: 0,
    apiCalls: 0,
    approvedAt: null,
    reportedAt: longAgo,
    statusAt: longAgo,
    isPlaceholder: true,
    turns: null,
    ratings: null,
    withoutContent: false,
    lastMessageAt: null,
    awaitsAnswer: false,
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
    intakeKeyId: report.intakeKeyId ?? known.intakeKeyId,
    turns: report.turns ?? known.turns,
  };
}

export function applyRatings(current: Conversation, reported: readonly ReportedRating[]): Conversation {
  const added = reported.map(({ rating }) => rating);
  const ratings = addRatings(current.ratings, added);
  return ratings === current.ratings ? current : { ...current, ratings };
}

/** The latest status wins; of two with the same instant a final one over Processing, else the one that arrived last. */
export function applyStatus(current: Conversation, { status, statusAt, approvedAt }: StatusChange): Conversation {
  if (statusAt < current.statusAt) return current;
  if (statusAt === current.statusAt && status === processing) return current;
  return { ...current, status, statusAt, approvedAt: approvedAt ?? current.approvedAt };
}
