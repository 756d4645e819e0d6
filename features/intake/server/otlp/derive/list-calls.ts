import type { Measured } from '../map/span-facts.ts';
import { isCallOf, type SameTurn } from './match-turns.ts';
import type { PlacedFacts } from './placed-facts.ts';

/*
 * Calls of models and tools, each once: an instrumented client may report one that the framework around it reports too, inside
 * the framework's span or beside it, and a gateway in a trace of its own.
 */

/** Milliseconds by which a call in another trace may begin before or end after, because its clock is another. */
const otherClockMs = 5000;
/** In the same trace, because senders round. */
const roundedMs = 50;

/** Calls that one is compared with, because a trace may have thousands. */
const maxCompared = 100;

/** Measurements of the calls of models. */
export function listModelCalls(inside: readonly PlacedFacts[]): Measured[] {
  const calls = inside.filter(isOutermostCall);
  return joinSame(calls, isSameModel).map(([first, ...others]) =>
    [first, ...others]
      .map(({ facts: { measured = {} } }) => measured)
      .toSorted((one, other) => countTokens(one) - countTokens(other))
      .reduce((sum, measured) => ({ ...sum, ...measured }), {}),
  );
}

const countTokens = ({ inputTokens = 0, outputTokens = 0 }: Measured): number => inputTokens + outputTokens;

/** The calls of tools. */
export const listToolCalls = (inside: readonly PlacedFacts[]): PlacedFacts[] =>
  joinSame(inside.filter(isTool), isSameTool).map(([first]) => first);

export const isTool = ({ facts }: PlacedFacts): boolean => facts.kind === 'span' && facts.operation === 'execute_tool';

function isOutermostCall({ facts, above }: PlacedFacts): boolean {
  if (facts.operation !== 'chat') return false;
  for (let outer = above; outer; outer = outer.above) if (outer.facts.operation === 'chat') return false;
  return true;
}

type Same = readonly [PlacedFacts, ...PlacedFacts[]];

/** Groups calls that several instrumentations report, of each instrumentation one at most. */
function joinSame(calls: readonly PlacedFacts[], isSame: (one: PlacedFacts, other: PlacedFacts) => boolean): Same[] {
  const scopes = new Set(calls.map(toInstrumentation));
  if (scopes.size < 2) return calls.map((call) => [call]);
  const groups: Array<[PlacedFacts, ...PlacedFacts[]]> = [];
  for (const call of calls) {
    const group = groups
      .slice(-maxCompared)
      .find((each) => each.every((other) => isOfOther(call, other)) && isSame(each[0], call));
    if (group) group.push(call);
    else groups.push([call]);
  }
  return groups;
}

const toInstrumentation = ({ intakeKeyId, facts: { scope } }: PlacedFacts): string => `${intakeKeyId} ${scope}`;

const isOfOther = (one: PlacedFacts, other: PlacedFacts): boolean =>
  one.facts.scope !== undefined &&
  other.facts.scope !== undefined &&
  toInstrumentation(one) !== toInstrumentation(other);

/** Answers whether one took place while the other did. */
function isDuring(one: PlacedFacts, other: PlacedFacts): boolean {
  const ms = one.traceId === other.traceId ? roundedMs : otherClockMs;
  const isInside = (inner: PlacedFacts, outer: PlacedFacts) =>
    inner.facts.startMs >= outer.facts.startMs - ms && getEnd(inner) <= getEnd(outer) + ms;
  return isInside(one, other) || isInside(other, one);
}

const getEnd = ({ facts: { startMs, endMs } }: PlacedFacts): number => endMs ?? startMs;

function isSameModel(one: PlacedFacts, other: PlacedFacts): boolean {
  const [{ model = '' } = {}, { model: otherModel = '' } = {}] = [one.facts.measured, other.facts.measured];
  return isDuring(one, other) && (model.includes(otherModel) || otherModel.includes(model));
}

function isSameTool(one: PlacedFacts, other: PlacedFacts): boolean {
  return isDuring(one, other) && toPlain(one.facts.measured?.tool) === toPlain(other.facts.measured?.tool);
}

/**
 * Calls of tools, of what several senders report of a turn the most.
 * @param facts all of the conversation, also those of turns that are not over
 */
export function countApiCalls(facts: readonly PlacedFacts[], turns: readonly SameTurn[]): number {
  const repeated = turns.map(([first, ...others]) => ({
    first,
    others: others.filter((other) => !isCallOf(first, other)),
  }));
  const again = new Set(repeated.flatMap(({ others }) => others.flatMap((turn) => turn.facts)));
  const more = repeated.map(({ first, others }) => {
    const counts = others.map((turn) => countCalls(turn.facts));
    return counts.length === 0 ? 0 : Math.max(0, ...counts.map((count) => count - countCalls(first.facts)));
  });
  return more.reduce((sum, count) => sum + count, countCalls(facts.filter((fact) => !again.has(fact))));
}

function countCalls(facts: readonly PlacedFacts[]): number {
  const server = facts.reduce((sum, fact) => sum + fact.facts.serverToolCalls, 0);
  return [...Map.groupBy(facts, ({ traceId }) => traceId).values()].reduce(
    (sum, ofTrace) => sum + listToolCalls(ofTrace).length,
    server,
  );
}

const toPlain = (name = ''): string => name.trim().toLowerCase();
