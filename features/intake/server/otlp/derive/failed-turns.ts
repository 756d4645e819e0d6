import type { PlacedFacts } from './placed-facts.ts';

/** Spans and events by the turn they are part of: the outermost run around them, else the outermost span or event. */
export type Turns = ReadonlyMap<PlacedFacts, readonly PlacedFacts[]>;

export function groupTurns(facts: readonly PlacedFacts[]): Turns {
  const tops = new Map<PlacedFacts, PlacedFacts>();
  return Map.groupBy(facts, (fact) => {
    const path: PlacedFacts[] = [];
    let at = fact;
    while (!at.run && at.above && !tops.has(at)) {
      path.push(at);
      at = at.above;
    }
    const top = at.run ?? tops.get(at) ?? at;
    // Remembered, because a trace may be nested thousands of spans deep.
    for (const each of path) tops.set(each, top);
    return top;
  });
}

/**
 * The call of the model with which a turn failed, although the span around it ended without a status: the last one, where it
 * failed and nothing was answered from then on. Undefined where the turn did not fail so. A call that was repeated and
 * answered did not fail, and neither did one before others.
 * @param inside all spans and events of the turn
 */
export function findFailedCall(inside: readonly PlacedFacts[]): PlacedFacts | undefined {
  const calls = inside.filter(({ facts: { kind, operation, endMs } }) => isCall(operation) && kind === 'span' && endMs);
  const around = new Set(calls.map(({ above }) => above));
  const last = calls.filter((call) => !around.has(call)).reduce<PlacedFacts | undefined>(toLater, undefined);
  const failed = last && listCallsAround(last).find(({ facts }) => facts.isError);
  if (!failed) return undefined;
  return inside.some((fact) => isAnswer(fact, failed.facts.startMs)) ? undefined : failed;
}

const isCall = (operation: string): boolean => operation === 'chat';

const toLater = (one: PlacedFacts | undefined, other: PlacedFacts): PlacedFacts =>
  one && (one.facts.endMs ?? 0) > (other.facts.endMs ?? 0) ? one : other;

/** The call itself, and those of the frameworks that report it too. */
function listCallsAround(call: PlacedFacts): PlacedFacts[] {
  const calls: PlacedFacts[] = [];
  for (let outer: PlacedFacts | null = call; outer; outer = outer.above)
    if (isCall(outer.facts.operation)) calls.push(outer);
  return calls;
}

/** Answers whether a fact holds an answer since `sinceMs`. Earlier text goes with a call of a tool, e.g. "Let me look". */
function isAnswer({ facts, run, above, spanId }: PlacedFacts, sinceMs: number): boolean {
  if ((facts.endMs ?? facts.startMs) < sinceMs) return false;
  const isOutermost = above === null || run?.spanId === spanId;
  const said = [...facts.outputs, ...((isOutermost && facts.vague?.outputs) || [])];
  return said.some(({ isAssistant, parts }) => isAssistant && parts.length > 0);
}
