import { findSaidTwice, toSaid } from '#domain/conversations/batches/said-twice.ts';
import type { SameTurn, SenderTurn } from './match-turns.ts';
import { collectMessages, identify, toSpanKey, type Known, type MergedMessage } from './merge-messages.ts';
import type { PlacedFacts } from './placed-facts.ts';

interface Merged {
  readonly messages: readonly MergedMessage[];
  /** Ids of messages of one sender that were derived before, and are not shown beside those of another. */
  readonly withdrawn: readonly string[];
}

/**
 * The messages of a conversation, each once, although several senders report its turns: of a turn those of the sender that counts
 * first and has any, questions and answers each. Each sender is merged alone, because only its own histories repeat its texts.
 * @param facts of complete trees, by time
 */
export function mergeComparedMessages(facts: readonly PlacedFacts[], turns: readonly SameTurn[]): Merged {
  const all = collectMessages(facts);
  if (turns.every(([, ...others]) => others.length === 0)) return { messages: identify(all), withdrawn: [] };
  const turnOf = new Map(
    turns.flatMap((same) => same.flatMap((turn) => turn.facts.map((fact) => [fact, turn] as const))),
  );
  const senders = listSenders(turns);
  const getSender = (fact: PlacedFacts) => turnOf.get(fact)?.sender ?? senders[0] ?? '';
  const bySender = Map.groupBy(facts, getSender);
  const lists = senders.map((sender) => collectMessages(bySender.get(sender) ?? []));
  const bySpan = new Map([...turnOf].map(([fact, turn]) => [toSpanKey(fact), turn]));
  const messages = identify(joinLists(lists, { turns, findTurn: ({ span }) => bySpan.get(span) }));
  const shown = new Set(messages.map(({ id }) => id));
  const before = [all, ...lists].flatMap((list) => identify(list).map(({ id }) => id));
  return { messages, withdrawn: [...new Set(before)].filter((id) => !shown.has(id)) };
}

/** In the order in which they count. */
function listSenders(turns: readonly SameTurn[]): string[] {
  const first = new Map<string, number>();
  for (const same of turns) {
    for (const [place, { sender }] of same.entries())
      first.set(sender, (first.get(sender) ?? 0) + (place === 0 ? 1 : 0));
  }
  return [...first]
    .toSorted(([one, count], [other, otherCount]) => otherCount - count || (one < other ? -1 : 1))
    .map(([sender]) => sender);
}

interface Joining {
  readonly turns: readonly SameTurn[];
  readonly findTurn: (message: Known) => SenderTurn | undefined;
}

function joinLists(lists: readonly (readonly Known[])[], { turns, findTurn }: Joining): Known[] {
  const groups = new Map(turns.flatMap((same) => same.map((turn) => [turn, same] as const)));
  const said = new Set<string>();
  const places = new Map([...turns.entries()].map(([place, same]) => [same, place]));
  const toPlace = (message: Known) => {
    const turn = findTurn(message);
    const group = turn && groups.get(turn);
    return group && `${places.get(group)} ${message.isAssistant}`;
  };
  let joined: Known[] = [];
  for (const list of lists) {
    const left = list.filter((message) => !said.has(toPlace(message) ?? ''));
    // The others are of turns that this sender reports too, so that the same text is that of another turn.
    const own = new Set(list.map(toPlace));
    const comparable = joined.filter((message) => !own.has(toPlace(message)) || toPlace(message) === undefined);
    const twice = findSaidTwice(comparable.map(toComparable), left.map(toComparable));
    const fresh = left.filter((_, index) => !twice.has(index));
    for (const message of list) {
      const place = toPlace(message);
      if (place !== undefined) said.add(place);
    }
    joined = [...joined, ...fresh].toSorted((one, other) => Math.floor(one.atMs) - Math.floor(other.atMs));
  }
  return joined;
}

const toComparable = (message: Known) => ({ atMs: message.atMs, said: toSaid(message) });
