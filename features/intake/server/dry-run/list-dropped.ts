import type { DroppedPart } from '#features/intake/contract/dry-runs.ts';
import type { LogRecord, SpanRecord } from '../otlp/decode/records.ts';
import { addBody, type Attributes, type Value } from '../otlp/decode/otlp-values.ts';
import { capName } from '../otlp/limits.ts';
import { findPlace, getFieldName, readFields, type NamedFields } from '../otlp/map/attribute-names.ts';
import { addFrameworkNames } from '../otlp/map/frameworks/frameworks.ts';
import { findOperation } from '../otlp/map/dialects.ts';
import {
  findMessageName,
  findMessageSources,
  getDirection,
  type MessageSources,
} from '../otlp/map/reported-messages.ts';
import { isRatingAttribute, readEventRatings, readSpanRatings } from '../otlp/map/read-ratings.ts';
import { findLikeness, isOfMachine } from '../otlp/map/likely-names.ts';
import { isReadBeside, isReadName } from '../otlp/map/unread-names.ts';
import { silentOperations } from '../otlp/map/to-facts.ts';
import type { ReadFacts } from '../otlp/read-export.ts';

const maxListed = 200;
const maxCounted = 5000;

type Dropped = Omit<DroppedPart, 'count'>;

/**
 * Lists the parts of an export that join no conversation: first those that look like something that is read, then the most
 * frequent; attributes of machines last.
 */
export function listDropped(
  { records, facts }: ReadFacts,
  findConversation: (traceId: string, spanId: string) => string | null,
  mapped: readonly string[],
): DroppedPart[] {
  const counts = new Map<string, { dropped: Dropped; count: number }>();
  const add = (dropped: Dropped) => {
    const key = JSON.stringify(dropped);
    const counted = counts.get(key);
    if (counted) counted.count += 1;
    else if (counts.size < maxCounted) counts.set(key, { dropped, count: 1 });
  };
  for (const record of records) for (const dropped of explainRecord(record, new Set(mapped))) add(dropped);
  for (const { traceId, spanId, facts: own } of facts) {
    if (own.isRelevant && findConversation(traceId, spanId) === null)
      add({ kind: 'trace', name: traceId, reason: 'open' });
  }
  return [...counts.values()]
    .toSorted((one, other) => rank(one.dropped) - rank(other.dropped) || other.count - one.count)
    .slice(0, maxListed)
    .map(({ dropped, count }) => ({ ...dropped, count }));
}

const rank = ({ kind, name, looksLike }: Dropped): number => {
  if (looksLike !== undefined) return 0;
  return kind === 'attribute' && isOfMachine(name) ? 2 : 1;
};

function explainRecord(record: SpanRecord | LogRecord, mapped: ReadonlySet<string>): Dropped[] {
  const isSpan = 'parentSpanId' in record;
  if (!record.isRelevant) {
    const kind = isSpan ? 'span' : 'log record';
    return [{ kind, name: capName(record.name), reason: 'no-assistant' }, ...listLikely(record, mapped)];
  }
  const attributes = isSpan ? addFrameworkNames(record) : addBody(record.attributes, record.body);
  const fields = readFields(attributes);
  const isSilent = isSpan && silentOperations.has(findOperation(fields, record));
  const sources = isSilent ? {} : findMessageSources(attributes);
  const isRated = (isSpan ? readSpanRatings(attributes, 0) : readEventRatings({ ...record, attributes })).length > 0;
  const names = new Set<string>();
  return [...attributes].flatMap(([name, value]) => {
    const shown = findMessageName(name) ?? name;
    const found = explainAttribute(shown, value, { attributes, fields, isSilent, isRated, sources });
    if (found === undefined || names.has(shown) || mapped.has(name)) return [];
    names.add(shown);
    return [{ kind: 'attribute' as const, name: capName(shown), ...found }];
  });
}

/** Lists attributes that look like facts of a conversation, in a span or log record that describes no assistant. */
function listLikely(record: SpanRecord | LogRecord, mapped: ReadonlySet<string>): Dropped[] {
  return [...record.attributes.keys()].flatMap((name) => {
    const looksLike = isReadName(name) || mapped.has(name) ? undefined : findLikeness(name);
    return looksLike
      ? [{ kind: 'attribute' as const, name: capName(name), reason: 'unknown' as const, looksLike }]
      : [];
  });
}

interface Read {
  readonly attributes: Attributes;
  readonly fields: NamedFields;
  readonly isSilent: boolean;
  readonly isRated: boolean;
  readonly sources: MessageSources;
}

type Explained = Pick<Dropped, 'reason' | 'by' | 'looksLike'> | undefined;

function explainMessages(name: string, { isSilent, sources }: Pick<Read, 'isSilent' | 'sources'>): Explained {
  if (isSilent) return { reason: 'not-spoken' };
  const by = sources[getDirection(name)];
  if (by === name) return undefined;
  return by === undefined ? { reason: 'unreadable' } : { reason: 'outranked', by };
}

/** Undefined for an attribute that counts. */
function explainAttribute(
  name: string,
  value: Value,
  { attributes, fields, isSilent, isRated, sources }: Read,
): Explained {
  if (isReadBeside(name)) return undefined;
  const place = findPlace(name);
  if (place) {
    const best = fields[place.field];
    if (best?.rank === place.rank) return undefined;
    if (best && best.rank < place.rank) return { reason: 'outranked', by: getFieldName(place.field, best.rank) };
    return { reason: 'unreadable' };
  }
  if (isRatingAttribute(name)) return isRated ? undefined : { reason: 'no-rating' };
  if (findMessageName(name) !== undefined) return explainMessages(name, { isSilent, sources });
  // Its fields are attributes of their own.
  if (typeof value === 'object' && value !== null && [...attributes.keys()].some((each) => each.startsWith(`${name}.`)))
    return undefined;
  return explainUnknown(name, isSilent);
}

/** Explains an unread attribute. In a tool's span it never looks like text: input and output of tools are no messages. */
function explainUnknown(name: string, isSilent: boolean): Explained {
  const looksLike = findLikeness(name);
  return { reason: 'unknown', ...(looksLike && !(isSilent && looksLike === 'text') && { looksLike }) };
}
