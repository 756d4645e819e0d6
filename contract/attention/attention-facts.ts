import * as z from 'zod';
import { VatTreatment } from '#features/billing/contract/vat.ts';
import { limitOwnerNames } from '#features/money/contract/limits/limit-kinds.ts';
import { Id, Instant } from '../fields.ts';

const count = z.int().min(1);
const CalendarDay = z.iso.date();
/** In euros, exact; the product bills in no other currency. */
const euros = z.number();

/** The most conversations that are counted one by one. */
export const mostFailures = 999;

/** The facts of each kind of line, from which its sentence, its figure and its address follow. */
export const attentionFacts = {
  overdueInvoices: z.object({
    count,
    total: euros,
    /** The earliest due day. */
    dueDay: CalendarDay,
  }),
  reachedLimits: z.object({
    count,
    /** The first that was reached: of all skills, of one or of an owner (`name`), or of support, where `name` is its type or empty. */
    of: z.enum(['account', 'skill', 'support', ...limitOwnerNames]),
    name: z.string(),
    limit: euros,
    spent: euros,
    /** The day on which it was reached; null where later corrections make it unknown, or too many requests would have to be read. */
    since: CalendarDay.nullable(),
    /** The person, department or key whose limit it is. */
    owner: z.string().optional(),
    /** Denies runs of assistants that ask first, or only warns. */
    action: z.enum(['stop', 'warn']),
    /** The intake keys that it does not stop, because they only report: at most three names, and how many more. */
    running: z.array(z.string()),
    moreRunning: z.int().min(0),
  }),
  forecastLimits: z.object({
    count,
    /** The first that is expected to be reached in the present month: of all skills, or of one (`name`). */
    of: z.enum(['account', 'skill']),
    name: z.string(),
    limit: euros,
    /** Cost of the whole month. */
    expected: euros,
    reachedOn: CalendarDay,
  }),
  brokenIntegrations: z.object({
    count,
    /** The one that has been failing for the longest. */
    name: z.string(),
    since: Instant,
  }),
  failingKeys: z.object({ count, name: z.string(), since: Instant }),
  silentKeys: z.object({
    count,
    name: z.string(),
    /** Its last accepted report. */
    since: Instant,
  }),
  failedAnswers: z.object({
    /** At most `mostFailures`. */
    count,
    isMore: z.boolean(),
    /** Reasons as the reader may see them, the commonest first. */
    reasons: z.array(z.object({ reason: z.string(), count })),
    from: CalendarDay,
    to: CalendarDay,
  }),
  unmappedSkills: z.object({
    count,
    /** The one with the most conversations. */
    name: z.string(),
  }),
  waitingInvitations: z.object({
    count,
    /** When the first of them was invited. */
    since: Instant,
  }),
  silentLimits: z.object({ count }),
  undecidedVat: z.object({
    count,
    /** The VAT that is charged until it is decided, and the one that country and number say. */
    charged: VatTreatment,
    proposed: VatTreatment,
  }),
  companyData: z.object({ count, missing: z.array(z.string()) }),
};

export type AttentionKind = keyof typeof attentionFacts;
export type AttentionFacts<Kind extends AttentionKind> = z.infer<(typeof attentionFacts)[Kind]>;

/** One thing that needs the reader. */
export type AttentionLine = {
  [Kind in AttentionKind]: { kind: Kind; facts: AttentionFacts<Kind> };
}[AttentionKind];

const lineSchemas = Object.entries(attentionFacts).map(([kind, facts]) => z.object({ kind: z.literal(kind), facts }));

export const AttentionLine = z.union(lineSchemas) as unknown as z.ZodType<AttentionLine>;

/** The lines of one company for the provider: how many of each kind. */
export const CompanyAttention = z.object({
  id: Id,
  name: z.string(),
  kinds: z.array(z.object({ kind: z.enum(Object.keys(attentionFacts) as [AttentionKind, ...AttentionKind[]]), count })),
});
export type CompanyAttention = z.infer<typeof CompanyAttention>;
