import {
  IntakeBatch,
  IntakeConversation,
  IntakeMessage,
  IntakeStatus,
  intakeBatchLimit,
  intakeKinds,
  type IntakeKind,
  type RejectedItem,
} from '#features/intake/contract/intake.ts';
import { IntakeRating } from '#features/intake/contract/ratings.ts';
import type { FieldProblem } from '#contract/problems.ts';
import { hasMoreValues } from '#server/lib/request/json-size.ts';
import { isJsonType } from '#server/lib/request/content-type.ts';
import { quoteJsonFault } from '#server/lib/request/json-fault.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { decodeText, isStorable, mendTexts } from '#server/lib/storable-text.ts';
import { countRejections, lateMs, type ReportCounts } from '#server/lib/request/key-reports.ts';
import type { RejectReason } from '#features/intake/contract/key-reports.ts';
import type * as z from 'zod';
import { toFieldProblems } from '#server/lib/request/field-problems.ts';
import { getTimeLimits, listTimeFaults, type TimeLimits } from './reported-times.ts';
import { withIsoDates } from './iso-dates.ts';
import { normalizeBatch, type Batch } from './normalize-batch.ts';

interface BatchBody {
  readonly contentType: string | null;
  readonly bytes: Uint8Array;
  readonly now: Date;
  /** The key of the sender. */
  readonly intakeKeyId: string;
}

interface ParsedBatch {
  readonly batch: Batch;
  /** Items accepted. */
  readonly accepted: number;
  readonly rejected: RejectedItem[];
  /** The conversation of each accepted item. */
  readonly places: readonly string[];
  /** Number of items by outcome. */
  readonly counts: ReportCounts;
}

/** Runs where a large batch holds up no request. */
export const parseBatchTask = { module: import.meta.url, run: parseBatch };

/**
 * Parses a batch as an assistant sends it: bad items are rejected one by one, a bad envelope as a whole.
 * @throws Problem `intake.json-type`, `request.malformed`, `request.too-complex`, `request.invalid`
 */
export function parseBatch({ contentType, bytes, now, intakeKeyId }: BatchBody): ParsedBatch {
  if (!isJsonType(contentType)) throw new Problem('intake.json-type');
  const { billed, ...lists } = parseEnvelope(parseJson(bytes));
  const { rejected, reasons, ...items } = checkItems(lists, now);
  const places = [
    ...items.conversations.map(({ id }) => id),
    ...[...items.messages, ...items.statuses, ...items.ratings].map(({ conversationId }) => conversationId),
  ];
  const accepted = places.length;
  const counts = { ...countRejections(reasons), accepted, late: countLate(items, now) };
  const batch = normalizeBatch({ ...items, billed, intakeKeyId });
  return { batch, accepted, rejected: [...rejected], places, counts };
}

/** Conversations by their report, the others by their own time. */
function countLate(
  { conversations, messages, statuses, ratings }: Omit<CheckedItems, 'rejected' | 'reasons'>,
  now: Date,
): number {
  const latestMs = now.getTime() - lateMs;
  const reported = conversations.map(({ reportedAt, messages: nested = [], date }) => [
    reportedAt,
    nested.at(-1)?.date,
    date,
  ]);
  const instants = [
    ...reported.map(([given, latest, date]) => given ?? latest ?? date ?? ''),
    ...[...messages, ...statuses, ...ratings].map(({ date }) => date),
  ];
  return instants.filter((instant) => Date.parse(instant) < latestMs).length;
}

/** Values and keys of a batch; 1,000 items of 50 messages have fewer. */
const maxValues = 1_000_000;

function parseJson(bytes: Uint8Array): unknown {
  try {
    const { text } = decodeText(bytes);
    if (hasMoreValues(text, maxValues)) throw new Problem('request.too-complex');
    return JSON.parse(text);
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    const reason = bytes.length === 0 ? 'The body is empty.' : `The body is no JSON.${quoteJsonFault(cause)}`;
    throw new Problem('request.malformed', { detail: 'not JSON', reason, cause });
  }
}

function parseEnvelope(body: unknown): ItemLists & { readonly billed: boolean | undefined } {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw toProblem([{ path: '', message: `A batch must be an object with ${intakeKinds.join(', ')}.` }]);
  }
  const unknownNames = Object.keys(body).filter(
    (name) => name !== 'billed' && !intakeKinds.includes(name as IntakeKind),
  );
  const billed = IntakeBatch.shape.billed.safeParse((body as Record<string, unknown>)['billed']);
  const lists = intakeKinds.map((kind) => [kind, (body as Record<string, unknown>)[kind] ?? []] as const);
  const noLists = lists.filter(([, list]) => !Array.isArray(list));
  const faults = [
    ...unknownNames.slice(0, 50).map((name) => ({ path: name, message: 'Unknown field.' })),
    ...noLists.map(([kind]) => ({ path: kind, message: 'Must be a list.' })),
    ...(billed.error?.issues ?? []).map(({ message }) => ({ path: 'billed', message })),
  ];
  if (faults.length > 0) throw toProblem(faults);
  const found = Object.fromEntries(lists) as unknown as ItemLists;
  const count = intakeKinds.reduce((sum, kind) => sum + found[kind].length, 0);
  if (count > intakeBatchLimit) {
    throw toProblem([
      { path: '', message: `A batch can have at most ${intakeBatchLimit.toLocaleString('en')} items.` },
    ]);
  }
  return { ...found, billed: billed.data };
}

const toProblem = (fields: readonly FieldProblem[]) => new Problem('request.invalid', { fields });

type ItemLists = Readonly<Record<IntakeKind, readonly unknown[]>>;

interface CheckedItems {
  readonly conversations: readonly IntakeConversation[];
  readonly messages: readonly IntakeMessage[];
  readonly statuses: readonly IntakeStatus[];
  readonly ratings: readonly IntakeRating[];
  readonly rejected: readonly RejectedItem[];
  readonly reasons: ReadonlyArray<{ readonly reason: RejectReason }>;
}

const maxReasons = 10;
const maxIdLength = 200;
const maxDepth = 32;

/** Rejects bad items one by one and accepts the rest. */
function checkItems(lists: ItemLists, now: Date): CheckedItems {
  const limits = getTimeLimits(now);
  const rejected: RejectedItem[] = [];
  const found: { reason: RejectReason }[] = [];
  const isOther = createRepeatedMessages();
  const check = <Item>(
    kind: IntakeKind,
    schema: z.ZodType<Item>,
    listOthers: (item: Item) => string[] = () => [],
  ): Item[] =>
    lists[kind].flatMap((sent, index) => {
      const checked = checkItem(sent, schema, limits);
      const { reason, faults: reasons } =
        'item' in checked ? { reason: 'repeated' as const, faults: listOthers(checked.item) } : checked;
      if ('item' in checked && reasons.length === 0) return [checked.item];
      found.push({ reason });
      rejected.push({ kind, index, id: findId(sent), reasons: reasons.slice(0, maxReasons) });
      return [];
    });
  return {
    conversations: check('conversations', IntakeConversation, ({ messages = [] }) => {
      const other = createRepeatedMessages();
      return messages.flatMap((message, index) => (other(message) ? [`messages.${index}.id: ${repeatedMessage}`] : []));
    }),
    messages: check('messages', IntakeMessage, (message) => (isOther(message) ? [`id: ${repeatedMessage}`] : [])),
    statuses: check('statuses', IntakeStatus),
    ratings: check('ratings', IntakeRating),
    rejected,
    reasons: found,
  };
}

const repeatedMessage = 'Another message of this conversation has the same id.';

type AnyMessage = Omit<IntakeMessage, 'conversationId'> & { readonly conversationId?: string };

/**
 * Recognises a message that differs from an earlier one of the same id, of which one would be lost. A message that was
 * still loading is replaced by what it became.
 */
function createRepeatedMessages(): (message: AnyMessage) => boolean {
  const known = new Map<string, AnyMessage>();
  return (message) => {
    const key = `${message.conversationId ?? ''} ${message.id}`;
    const earlier = known.get(key);
    known.set(key, message);
    if (!earlier || earlier.loading || message.loading) return false;
    return toContent(earlier) !== toContent(message);
  };
}

const toContent = ({ date, isAssistant, data }: AnyMessage) => JSON.stringify([date, isAssistant, data]);

interface Faults {
  readonly reason: RejectReason;
  readonly faults: string[];
}

/** Checks first what could harm the schemas and the database, then the schema, then the times. */
function checkItem<Item>(sent: unknown, schema: z.ZodType<Item>, limits: TimeLimits): { readonly item: Item } | Faults {
  const texts = checkTexts(sent);
  if (texts === 'too-deep') return { reason: 'fields', faults: [`Nested more than ${maxDepth} levels deep.`] };
  const item = withIsoDates(texts === 'storable' ? sent : mendTexts(sent));
  const { success, error } = schema.safeParse(item);
  if (!success) {
    const faults = toFieldProblems(error.issues);
    return {
      reason: 'fields',
      faults: faults.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)),
    };
  }
  const faults = listTimeFaults(item as object, limits);
  // As it was sent, because the schemas transform nothing.
  return faults.length > 0 ? { reason: 'time', faults } : { item: item as Item };
}

/** A conversation that is read from elsewhere as the intake takes it, or why the intake would reject it. */
export const checkConversation = (
  item: IntakeConversation,
  now: Date,
): { readonly item: IntakeConversation } | Faults => checkItem(item, IntakeConversation, getTimeLimits(now));

function findId(item: unknown): string | null {
  if (typeof item !== 'object' || item === null) return null;
  const { id, conversationId } = item as Record<string, unknown>;
  const found = [id, conversationId].find((each) => typeof each === 'string' && each !== '');
  return typeof found === 'string' ? found.toWellFormed().slice(0, maxIdLength) : null;
}

/** Whether a parsed value can be walked through, and stored as it is. Does not recurse, because the depth is unchecked yet. */
function checkTexts(value: unknown): 'storable' | 'unstorable' | 'too-deep' {
  let level: unknown[] = [value];
  let found: 'storable' | 'unstorable' = 'storable';
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return 'too-deep';
    const next: unknown[] = [];
    for (const each of level) {
      if (typeof each === 'string' ? !isStorable(each) : !addChildren(each, next)) found = 'unstorable';
    }
    level = next;
  }
  return found;
}

/** False where the name of a field can not be stored. */
function addChildren(value: unknown, children: unknown[]): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) {
    for (const item of value) children.push(item);
    return true;
  }
  let isWhole = true;
  for (const key of Object.keys(value)) {
    isWhole &&= isStorable(key);
    children.push((value as Record<string, unknown>)[key]);
  }
  return isWhole;
}
