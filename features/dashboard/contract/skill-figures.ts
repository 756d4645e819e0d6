import * as z from 'zod';
import { NetEuros } from '#features/money/contract/costs/amounts.ts';
import { Instant } from '#contract/fields.ts';
import { NamedUser } from '#contract/conversations/named-user.ts';

const count = z.int().min(0);

/** `successRate` is completed of finished conversations, in percent with one decimal; null where none is finished. */
const SkillTotals = z.object({
  conversations: count,
  requests: count,
  /** Missing where the caller may not see billing. */
  cost: NetEuros.optional(),
  successRate: z.number().nullable(),
});
export type SkillTotals = z.infer<typeof SkillTotals>;

/** The figures of a skill in a range, over all reported skills that are mapped to it; days of the company's zone. */
export const SkillFigures = SkillTotals.extend({
  from: Instant,
  to: Instant,
  /** An IANA name, or a company's zone with its changes (`calendar/zone-names.ts`). */
  timeZone: z.string(),
  /** When the figures were read. */
  date: Instant,
  /** The range that `compare` asks for. */
  previous: SkillTotals.extend({ from: Instant, to: Instant }),
  /** By conversations with this skill, at most five. */
  topUsers: z.array(NamedUser.extend({ _id: z.string(), total: count })),
  /** Every day of the range up to today. `cost` is by how much the cost of the range grew on that day. */
  days: z.array(z.object({ date: z.iso.date(), conversations: count, requests: count, cost: NetEuros.optional() })),
});
export type SkillFigures = z.infer<typeof SkillFigures>;
