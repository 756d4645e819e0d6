import type { AttentionFacts, AttentionKind } from '#contract/attention/attention-facts.ts';
import type { CalendarDay } from '#contract/calendar/zones.ts';
import type { CompanyTransaction } from '../sql/sql.ts';

/** When the lines of a company are asked for; `timeZone` is the company's, in which days are counted. */
export interface AskedAttention {
  readonly now: Date;
  readonly today: CalendarDay;
  readonly timeZone: string;
}

/**
 * Reads the facts of one kind of line in one bounded statement, which it sends before it waits for anything: all kinds of a company
 * are one trip to the database. Null where nothing needs anybody. Its feature owns the facts; whether the reader may see the
 * line is asked before.
 */
export type AttentionSource<Kind extends AttentionKind> = (
  tx: CompanyTransaction,
  asked: AskedAttention,
) => Promise<AttentionFacts<Kind> | null>;
