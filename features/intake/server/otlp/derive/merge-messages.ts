import { capName, maxConversationMessages, maxListedMessages } from '../limits.ts';
import type { PlacedFacts } from './placed-facts.ts';
import type { FactMessage } from '../map/span-facts.ts';

export interface MergedMessage extends FactMessage {
  /** Does not depend on the order of arrival. */
  readonly id: string;
  readonly atMs: number;
  /** Trace and time of the message, before times were moved to keep the order. */
  readonly traceId: string;
  readonly saidMs: number;
}

/** The inputs or the outputs of one span. */
interface Moment {
  readonly atMs: number;
  /** Start of the span. */
  readonly startMs: number;
  readonly isOutput: boolean;
  readonly key: string;
  readonly span: string;
  readonly traceId: string;
  readonly messages: readonly FactMessage[];
}

/** A message before its time is moved to keep the order. */
export type Known = FactMessage & {
  readonly traceId: string;
  readonly atMs: number;
  /** The span that has it, as `toSpanKey`. */
  readonly span: string;
  /** An answer known only from the history of a later turn. */
  isOnlyRepeated: boolean;
};

/** An edited history is compared with the latest known messages only. */
const maxCompared = 1000;

/**
 * The messages of a conversation in order, each once, although every turn may repeat the history, and without their ids. The messages
 * of an outer span hide those of the spans inside it.
 */
export function collectMessages(facts: readonly PlacedFacts[]): Known[] {
  const known = createKnown();
  for (const { messages, traceId, atMs, isOutput, span } of listMoments(facts)) {
    const fresh = isOutput
      ? findNewOutputs(known, messages, { traceId, atMs })
      : findNewInputs(known, messages, traceId);
    for (const message of fresh) {
      known.add({ ...message, traceId, atMs, span, isOnlyRepeated: message.isAssistant && !isOutput });
    }
    if (known.list.length >= maxConversationMessages) break;
  }
  return known.list.slice(0, maxConversationMessages).filter(({ parts }) => parts.length > 0);
}

export const toSpanKey = ({ traceId, spanId }: Pick<PlacedFacts, 'traceId' | 'spanId'>): string =>
  `${traceId} ${spanId}`;

/** The messages found so far, in order, and by the hashes and traces that later moments are compared with. */
function createKnown() {
  const list: Known[] = [];
  const places = new Set<string>();
  const onlyRepeated = new Map<string, Known[]>();
  return {
    list: list as readonly Known[],
    add(message: Known) {
      list.push(message);
      places.add(`${message.hash} ${message.traceId}`);
      if (!message.isOnlyRepeated) return;
      const others = onlyRepeated.get(message.hash);
      if (others) others.push(message);
      else onlyRepeated.set(message.hash, [message]);
    },
    isInTrace: (hash: string, traceId: string) => places.has(`${hash} ${traceId}`),
    listOnlyRepeated: (hash: string) => onlyRepeated.get(hash)?.filter(({ isOnlyRepeated }) => isOnlyRepeated) ?? [],
  };
}

type KnownMessages = ReturnType<typeof createKnown>;

/** Clients measure the end of a span finer than its start, so that a turn may begin in the millisecond in which the last one ends. */
function listMoments(facts: readonly PlacedFacts[]): Moment[] {
  const moments = [...listDirection(facts, 'inputs'), ...listDirection(facts, 'outputs')];
  return moments.toSorted(
    (one, other) =>
      Math.floor(one.atMs) - Math.floor(other.atMs) ||
      one.startMs - other.startMs ||
      Number(one.isOutput) - Number(other.isOutput) ||
      one.messages.length - other.messages.length ||
      (one.key < other.key ? -1 : 1),
  );
}

/** The events of one span form one list, like the messages of the span itself. */
function listDirection(all: readonly PlacedFacts[], direction: 'inputs' | 'outputs'): Moment[] {
  const facts = useVague(all, direction);
  const saying = facts.filter((fact) => fact.facts[direction].length > 0 && !fact.saidAbove[direction]);
  const groups = Map.groupBy(saying, ({ traceId, spanId, facts: { kind, parent } }) =>
    kind === 'event' ? `${traceId} ${parent ?? ''} events` : `${traceId} ${spanId}`,
  );
  return [...groups].flatMap(([key, group]) => {
    const [first] = group;
    if (!first) return [];
    const { startMs, endMs } = first.facts;
    const isOutput = direction === 'outputs';
    const messages = group.flatMap((fact) => fact.facts[direction]).slice(-maxListedMessages);
    const [span, atMs] = [toSpanKey(first), isOutput ? (endMs ?? startMs) : startMs];
    return [{ key, span, messages, isOutput, traceId: first.traceId, startMs, atMs }];
  });
}

/** Takes the values of an outermost span for its messages where nothing inside it has any. */
function useVague(facts: readonly PlacedFacts[], direction: 'inputs' | 'outputs'): readonly PlacedFacts[] {
  if (!facts.some(({ facts: { vague } }) => vague?.[direction])) return facts;
  const getScope = ({ traceId, run }: PlacedFacts) => `${traceId} ${run?.spanId ?? ''}`;
  const said = new Set(facts.filter((fact) => fact.facts[direction].length > 0).map(getScope));
  return facts.map((fact) => {
    const messages = fact.facts.vague?.[direction];
    const isOutermost = fact.run === fact || fact.above === null;
    if (!messages || !isOutermost || said.has(getScope(fact))) return fact;
    return { ...fact, facts: { ...fact.facts, [direction]: messages } };
  });
}

/**
 * Leaves out an output that a sibling span of the same turn has, and one that the next turn, which began in the same
 * millisecond, has in its history.
 */
function findNewOutputs(
  known: KnownMessages,
  messages: readonly FactMessage[],
  { traceId, atMs }: Pick<Moment, 'traceId' | 'atMs'>,
): FactMessage[] {
  const last = known.list.at(-1);
  return messages.filter(({ hash }) => {
    if (hash === last?.hash && last.traceId === traceId) return false;
    const repeated = known
      .listOnlyRepeated(hash)
      .find((each) => each.traceId !== traceId && Math.floor(atMs) <= Math.floor(each.atMs));
    if (repeated) repeated.isOnlyRepeated = false;
    return !repeated;
  });
}

function findNewInputs(
  known: KnownMessages,
  messages: readonly FactMessage[],
  traceId: string,
): readonly FactMessage[] {
  const [only] = messages;
  if (messages.length === 1 && only) {
    // Without a history, the same text in another turn is another message.
    return known.isInTrace(only.hash, traceId) ? [] : messages;
  }
  const overlap = countOverlap(known.list, messages);
  return overlap > 0 ? messages.slice(overlap) : findUnmatched(known.list.slice(-maxCompared), messages);
}

/** How many messages at the start of the list are the last known ones. */
function countOverlap(known: readonly FactMessage[], messages: readonly FactMessage[]): number {
  for (let length = Math.min(known.length, messages.length); length > 0; length -= 1) {
    const offset = known.length - length;
    if (messages.slice(0, length).every(({ hash }, index) => hash === known[offset + index]?.hash)) return length;
  }
  return 0;
}

/** For a shortened or edited history: the messages outside the longest common subsequence. */
function findUnmatched(known: readonly FactMessage[], messages: readonly FactMessage[]): FactMessage[] {
  const reported = new Set(messages.map(({ hash }) => hash));
  const common = known.filter(({ hash }) => reported.has(hash));
  const hashes = new Set(common.map(({ hash }) => hash));
  const unmatched = new Set(
    findOutside(
      common,
      messages.filter(({ hash }) => hashes.has(hash)),
    ),
  );
  return messages.filter((message) => unmatched.has(message) || !hashes.has(message.hash));
}

function findOutside(known: readonly FactMessage[], messages: readonly FactMessage[]): FactMessage[] {
  const lengths = measureCommon(known, messages);
  const unmatched: FactMessage[] = [];
  let row = 0;
  for (const [column, message] of messages.entries()) {
    const common = lengths[row]?.[column] ?? 0;
    const place = known.findIndex(
      ({ hash }, index) =>
        index >= row && hash === message.hash && 1 + (lengths[index + 1]?.[column + 1] ?? 0) === common,
    );
    if (place < 0) unmatched.push(message);
    else row = place + 1;
  }
  return unmatched;
}

/** Lengths of the longest common subsequences from each pair of positions on. */
function measureCommon(known: readonly FactMessage[], messages: readonly FactMessage[]): Uint16Array[] {
  const lengths = Array.from({ length: known.length + 1 }, () => new Uint16Array(messages.length + 1));
  for (let row = known.length - 1; row >= 0; row -= 1) {
    for (let column = messages.length - 1; column >= 0; column -= 1) {
      const [here, next] = [lengths[row], lengths[row + 1]];
      if (!here || !next) continue;
      const isSame = known[row]?.hash === messages[column]?.hash;
      here[column] = isSame ? (next[column + 1] ?? 0) + 1 : Math.max(next[column] ?? 0, here[column + 1] ?? 0);
    }
  }
  return lengths;
}

/** Ids from the content and its count so far. Times grow by at least a millisecond, so that they keep the order. */
export function identify(messages: readonly Known[]): MergedMessage[] {
  const counts = new Map<string, number>();
  let lastMs = 0;
  return messages.map(({ hash, isAssistant, author, parts, atMs, traceId }) => {
    const place = (counts.get(hash) ?? 0) + 1;
    counts.set(hash, place);
    lastMs = Math.max(Math.floor(atMs), lastMs + 1);
    return {
      id: `${hash}:${place}`,
      hash,
      isAssistant,
      author: capName(author),
      parts,
      atMs: lastMs,
      traceId,
      saidMs: atMs,
    };
  });
}
