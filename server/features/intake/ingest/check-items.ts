import type * as z from 'zod';
import { IntakeConversation, IntakeMessage, IntakeStatus } from '#contract/intake/intake.ts';
import type { IntakeKind, RejectedItem } from '#contract/intake/intake.ts';
import { toFieldProblems } from '../../../lib/request/field-problems.ts';
import { findForeignDates } from './intake-dates.ts';
import { findUnstorable } from './postgres-text.ts';

/** Lists as they came, and what has passed of them. */
export type Lists = Readonly<Record<IntakeKind, readonly unknown[]>>;

export interface CheckedItems {
  readonly conversations: readonly IntakeConversation[];
  readonly messages: readonly IntakeMessage[];
  readonly statuses: readonly IntakeStatus[];
  readonly rejected: readonly RejectedItem[];
}

const maxReasons = 10;
const maxIdLength = 200;

/** Every item alone: wrong ones are told with what is wrong, and do not hinder the others. */
export function checkItems(lists: Lists, now: Date): CheckedItems {
  const rejected: RejectedItem[] = [];
  const check = <Item>(kind: IntakeKind, schema: z.ZodType<Item>): Item[] =>
    lists[kind].flatMap((item, index) => {
      const reasons = findReasons(item, schema, now);
      // Nothing is changed by the schemas, so that the item itself is what they checked.
      if (reasons.length === 0) return [item as Item];
      rejected.push({ kind, index, id: findId(item), reasons: reasons.slice(0, maxReasons) });
      return [];
    });
  return {
    conversations: check('conversations', IntakeConversation),
    messages: check('messages', IntakeMessage),
    statuses: check('statuses', IntakeStatus),
    rejected,
  };
}

/** First what could hurt the schemas and the database, then the schemas, then the dates. */
function findReasons<Item>(item: unknown, schema: z.ZodType<Item>, now: Date): string[] {
  const unstorable = findUnstorable(item);
  if (unstorable !== undefined) return [unstorable];
  const { success, error } = schema.safeParse(item);
  if (success) return findForeignDates(item as object, now);
  return toFieldProblems(error.issues).map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
}

function findId(item: unknown): string | null {
  if (typeof item !== 'object' || item === null) return null;
  const { id, conversationId } = item as Record<string, unknown>;
  const found = [id, conversationId].find((each) => typeof each === 'string' && each !== '');
  return typeof found === 'string' ? found.toWellFormed().slice(0, maxIdLength) : null;
}
