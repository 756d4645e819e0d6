import { maxRatings } from '#features/intake/contract/ratings.ts';
import type { ListedRating } from '#domain/conversations/batches/normalize-batch.ts';
import type { FactRating } from '../map/read-ratings.ts';
import type { MergedMessage } from './merge-messages.ts';
import type { PlacedFacts } from './placed-facts.ts';

/**
 * The ratings of a conversation, each under the key of the span or event that says it, so that deriving it again replaces it
 * also where it is of another message then. Of complete trees only, as messages are.
 */
export function listRatings(
  conversationId: string,
  facts: readonly PlacedFacts[],
  messages: readonly MergedMessage[],
): ListedRating[] {
  return facts
    .filter(({ isClosed }) => isClosed)
    .flatMap((fact) => (fact.facts.ratings ?? []).map((rating, index) => ({ fact, rating, index })))
    .slice(-maxRatings)
    .map(({ fact, rating, index }) => {
      const { atMs, isOfConversation, ...values } = rating;
      const message = isOfConversation ? undefined : findRated(fact, rating, messages);
      return {
        conversationId,
        ...(message && { messageId: message.id }),
        key: `${fact.traceId} ${fact.spanId} ${index}`,
        date: new Date(Math.floor(atMs)).toISOString(),
        ...values,
      };
    });
}

/** The last answer of the run around it, else of its trace; undefined where none has a text. */
function findRated(fact: PlacedFacts, { atMs }: FactRating, messages: readonly MergedMessage[]) {
  const answers = messages.filter(({ isAssistant, traceId }) => isAssistant && traceId === fact.traceId);
  const around = fact.run ?? getTop(fact);
  const { startMs, endMs } = around.facts;
  const inside =
    around === fact ? answers : answers.filter(({ saidMs }) => saidMs >= startMs && saidMs <= (endMs ?? atMs));
  return inside.at(-1) ?? answers.at(-1);
}

function getTop(fact: PlacedFacts): PlacedFacts {
  let top = fact;
  while (top.above) top = top.above;
  return top;
}
