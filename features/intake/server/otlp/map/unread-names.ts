import { maxUnreadNames, type UnreadKind } from '#features/intake/contract/unread-names.ts';
import type { SeenName } from '#domain/ledger/unread-names.ts';
import { addBody, type Attributes } from '../decode/otlp-values.ts';
import type { LogRecord, SpanRecord } from '../decode/records.ts';
import { findPlace } from './attribute-names.ts';
import { frameworkReads } from './frameworks/frameworks.ts';
import { findLikeness, toShownName } from './likely-names.ts';
import { isRatingAttribute } from './read-ratings.ts';
import { findMessageName } from './reported-messages.ts';
import type { SpanFacts, StoredFacts } from './span-facts.ts';
import { silentOperations } from './to-facts.ts';

/** Names that an export has beyond these are not looked at. */
const maxLooked = 5000;

/** Attributes that are read beside those of the names table and of the messages. */
const otherNames: ReadonlySet<string> = new Set([
  'gen_ai.evaluation.score.label',
  'gen_ai.event.content',
  'content',
  'message',
  'event.name',
  ...frameworkReads,
]);

export const isReadBeside = (name: string): boolean => otherNames.has(name);

/** Whether an attribute of this name is read where a span or log record has it. */
export const isReadName = (name: string): boolean =>
  isReadBeside(name) || findPlace(name) !== undefined || isRatingAttribute(name) || findMessageName(name) !== undefined;

interface Read {
  readonly records: ReadonlyArray<SpanRecord | LogRecord>;
  readonly facts: readonly StoredFacts[];
}

/**
 * The attributes of an export that look like a conversation, person, skill or text and are not read, also those of spans that
 * describe no assistant, of which a sender that is not understood has many. First those of which nothing else in the trace
 * says it.
 * @param mapped attributes that the company maps, which are read
 */
export function listUnreadNames({ records, facts }: Read, mapped: readonly string[]): SeenName[] {
  const find = createFinder(new Set(mapped));
  const said = Map.groupBy(facts, ({ traceId }) => traceId);
  const silent = new Set(facts.filter(isSilent).map(toKey));
  const found = new Map<string, SeenName>();
  for (const record of records) {
    for (const [name, kind] of listLikely(record, find)) {
      if (kind === 'text' && silent.has(toKey(record))) continue;
      const isMissed = !(said.get(record.traceId ?? '') ?? []).some((fact) => says[kind](fact.facts));
      if (isMissed || !found.has(name)) found.set(name, { name, kind, isMissed });
    }
  }
  return [...found.values()]
    .toSorted((one, other) => Number(other.isMissed) - Number(one.isMissed))
    .slice(0, maxUnreadNames);
}

type Find = (name: string) => UnreadKind | undefined;

/** Remembers what it found, because the spans of an export have the same attributes. */
function createFinder(mapped: ReadonlySet<string>): Find {
  const known = new Map<string, UnreadKind | undefined>();
  return (name) => {
    if (known.has(name)) return known.get(name);
    if (known.size >= maxLooked) return undefined;
    const kind = isReadName(name) || mapped.has(name) ? undefined : findLikeness(name);
    known.set(name, kind);
    return kind;
  };
}

function listLikely(record: SpanRecord | LogRecord, find: Find): [name: string, kind: UnreadKind][] {
  const attributes = 'parentSpanId' in record ? record.attributes : addBody(record.attributes, record.body);
  return [...attributes.keys()].flatMap((name) => {
    const kind = find(name);
    const shown = kind && saysSomething(attributes, name, kind) ? toShownName(name) : undefined;
    return kind && shown !== undefined ? [[shown, kind]] : [];
  });
}

/** Answers whether an attribute has content of this kind; an object has text, unless its fields are attributes themselves. */
function saysSomething(attributes: Attributes, name: string, kind: UnreadKind): boolean {
  const value = attributes.get(name);
  if (value === null || value === undefined || typeof value === 'boolean') return false;
  if (typeof value !== 'object') return String(value).trim() !== '';
  return kind === 'text' && ![...attributes.keys()].some((each) => each.startsWith(`${name}.`));
}

const toKey = ({ traceId, spanId }: { readonly traceId: string | null; readonly spanId: string | null }) =>
  `${traceId} ${spanId}`;
const isSilent = ({ facts }: StoredFacts): boolean => silentOperations.has(facts.operation);

/** Whether a span or event says what an attribute of this kind would. */
const says: Readonly<Record<UnreadKind, (facts: SpanFacts) => boolean>> = {
  conversation: ({ isRelevant, conversation }) => isRelevant && conversation !== null,
  person: ({ isRelevant, user }) => isRelevant && user !== null,
  skill: ({ isRelevant, skill }) => isRelevant && skill !== null,
  text: ({ inputs, outputs, vague }) => inputs.length + outputs.length > 0 || vague !== undefined,
};
