import { groupOrphans, isRun, toMissingRun } from './missing-runs.ts';
import { byTime, least } from './order-facts.ts';
import type { LoadedFacts } from '../map/span-facts.ts';
import type { PlacedFacts } from './placed-facts.ts';

/** Milliseconds after which a trace no longer waits for a missing parent. */
export const settleMs = 10 * 60 * 1000;

export interface PlacedTrace {
  readonly traceId: string;
  /** Parents before children. */
  readonly facts: readonly PlacedFacts[];
  /** When a missing parent is no longer awaited; null where none is missing. */
  readonly dueMs: number | null;
  /** When the last facts arrived after which a missing parent was no longer awaited, although others came; null for none. */
  readonly settledMs: number | null;
}

interface Tree {
  readonly top: LoadedFacts;
  readonly below: ReadonlyMap<string, readonly LoadedFacts[]>;
  readonly isClosed: boolean;
  /** Span that the top is inside of, although its parent is missing. */
  readonly above?: PlacedFacts | null;
  readonly run?: PlacedFacts | null;
}

/** Arranges the facts of one trace as trees, in any order of arrival. */
export function placeTrace(traceId: string, loaded: readonly LoadedFacts[], nowMs: number): PlacedTrace {
  const facts = loaded.toSorted(byTime);
  const known = new Set(facts.map(({ spanId }) => spanId));
  const below = Map.groupBy(facts, ({ facts: { parent } }) => parent ?? '');
  const tops = facts.filter(({ facts: { parent } }) => parent === null || !known.has(parent));
  const settlesMs = settleMs - least(facts.map(({ receivedMs }) => -receivedMs));
  const isSettled = nowMs >= settlesMs;
  const hasRoot = tops.some((top) => isEndedRoot(top));
  const placed = new Map<string, PlacedFacts>();
  const isClosed = (top: LoadedFacts) =>
    isEndedRoot(top) || isOfWholeTrace(top, hasRoot) || (isSettled && top.facts.endMs !== null);
  const [roots, orphans] = [tops.filter(isRoot), tops.filter((top) => !isRoot(top))];
  for (const top of roots) placeTree({ top, below, isClosed: isClosed(top) }, placed);
  const runs = [...placed.values()].filter((place) => place.run === place).toSorted(byTime);
  for (const { tops: missing, around } of groupOrphans(orphans, runs)) {
    const run = around ?? toMissingRun(missing, isSettled);
    for (const top of missing) placeTree({ top, below, isClosed: isClosed(top), above: around, run }, placed);
  }
  // Spans in a cycle have no top, so the first one stands for it.
  for (const top of facts) if (!placed.has(top.spanId)) placeTree({ top, below, isClosed: isSettled }, placed);
  const list = [...placed.values()];
  const isWhole = hasRoot && list.every((place) => place.isClosed);
  return {
    traceId,
    facts: list,
    dueMs: isWhole || isSettled || !list.some(isOfAssistant) ? null : settlesMs,
    settledMs: findSettled(facts),
  };
}

const isRoot = ({ facts: { parent } }: LoadedFacts): boolean => parent === null;

/** By how much the clocks of two portals may differ. */
const skewMs = 60_000;

function findSettled(facts: readonly LoadedFacts[]): number | null {
  const arrivals = facts.map(({ receivedMs }) => receivedMs).toSorted((one, other) => one - other);
  return arrivals.findLast((ms, index) => (arrivals[index + 1] ?? ms) - ms >= settleMs - skewMs) ?? null;
}

function isOfAssistant({ facts }: LoadedFacts): boolean {
  return facts.isRelevant;
}

function isEndedRoot({ facts }: LoadedFacts): boolean {
  return facts.kind === 'span' && facts.parent === null && facts.endMs !== null;
}

/** An event without a span waits for the root of its trace; without a trace it does not wait. */
function isOfWholeTrace({ traceId, facts }: LoadedFacts, hasRoot: boolean): boolean {
  return facts.kind === 'event' && facts.parent === null && (hasRoot || traceId.startsWith('conversation '));
}

function placeTree({ top, below, isClosed, ...outer }: Tree, placed: Map<string, PlacedFacts>): void {
  const waiting = [{ fact: top, above: outer.above ?? null, run: outer.run ?? null }];
  for (const { fact, above, run } of waiting) {
    if (placed.has(fact.spanId)) continue;
    const place = placeBelow(fact, { above, run, isClosed });
    placed.set(fact.spanId, place);
    for (const next of below.get(fact.spanId) ?? []) waiting.push({ fact: next, above: place, run: place.run });
  }
}

function placeBelow(
  fact: LoadedFacts,
  { above, run, isClosed }: Pick<PlacedFacts, 'above' | 'run' | 'isClosed'>,
): PlacedFacts {
  const saidAbove = {
    inputs: above !== null && (above.saidAbove.inputs || above.facts.inputs.length > 0),
    outputs: above !== null && (above.saidAbove.outputs || above.facts.outputs.length > 0),
  };
  const place = { ...fact, above, isClosed, saidAbove, run };
  return run === null && isRun(fact) ? asRun(place) : place;
}

function asRun(place: PlacedFacts): PlacedFacts {
  const run: { -readonly [Key in keyof PlacedFacts]: PlacedFacts[Key] } = { ...place };
  run.run = run;
  return run;
}
