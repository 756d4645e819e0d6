import { byTime, least } from './order-facts.ts';
import type { LoadedFacts } from '../map/span-facts.ts';

/** Milliseconds after which nobody waits any more for a parent that was never sent. */
export const settleMs = 10 * 60 * 1000;

/** A span or event in its trace. */
export interface PlacedFacts extends LoadedFacts {
  readonly above: PlacedFacts | null;
  /** The outermost run of an agent or workflow around it; itself where that is one. */
  readonly run: PlacedFacts | null;
  /** What spans around it say of the conversation already. */
  readonly saidAbove: { readonly inputs: boolean; readonly outputs: boolean };
  /** Whether its tree is whole as far as anybody can know: its root has arrived and ended. */
  readonly isClosed: boolean;
}

export interface PlacedTrace {
  readonly traceId: string;
  /** Those above first. */
  readonly facts: readonly PlacedFacts[];
  /** When a parent is no longer waited for; null where nothing is missing. */
  readonly dueMs: number | null;
}

interface Tree {
  readonly top: LoadedFacts;
  readonly below: ReadonlyMap<string, readonly LoadedFacts[]>;
}

/** Puts the facts of one trace below each other, however they arrived. */
export function placeTrace(traceId: string, loaded: readonly LoadedFacts[], nowMs: number): PlacedTrace {
  const facts = loaded.toSorted(byTime);
  const known = new Set(facts.map(({ spanId }) => spanId));
  const below = Map.groupBy(facts, ({ facts: { parent } }) => parent ?? '');
  const tops = facts.filter(({ facts: { parent } }) => parent === null || !known.has(parent));
  const settlesMs = settleMs - least(facts.map(({ receivedMs }) => -receivedMs));
  const isSettled = nowMs >= settlesMs;
  const hasRoot = tops.some((top) => isEndedRoot(top));
  const placed = new Map<string, PlacedFacts>();
  for (const top of tops) {
    const isClosed = isEndedRoot(top) || isOfWholeTrace(top, hasRoot) || (isSettled && top.facts.endMs !== null);
    placeTree({ top, below }, isClosed, placed);
  }
  // Spans that are each other's parents have no top: the first of them is as good as any.
  for (const top of facts) if (!placed.has(top.spanId)) placeTree({ top, below }, isSettled, placed);
  const list = [...placed.values()];
  const isWhole = hasRoot && list.every(({ isClosed }) => isClosed);
  return { traceId, facts: list, dueMs: isWhole || isSettled || !list.some(isOfAssistant) ? null : settlesMs };
}

function isOfAssistant({ facts }: LoadedFacts): boolean {
  return facts.isRelevant;
}

function isEndedRoot({ facts }: LoadedFacts): boolean {
  return facts.kind === 'span' && facts.parent === null && facts.endMs !== null;
}

/** An event of no span waits for nothing but the trace; without a trace for nothing at all. */
function isOfWholeTrace({ traceId, facts }: LoadedFacts, hasRoot: boolean): boolean {
  return facts.kind === 'event' && facts.parent === null && (hasRoot || traceId.startsWith('conversation '));
}

function placeTree({ top, below }: Tree, isClosed: boolean, placed: Map<string, PlacedFacts>): void {
  const waiting: { fact: LoadedFacts; above: PlacedFacts | null }[] = [{ fact: top, above: null }];
  for (const { fact, above } of waiting) {
    if (placed.has(fact.spanId)) continue;
    const place = placeBelow(fact, above, isClosed);
    placed.set(fact.spanId, place);
    for (const next of below.get(fact.spanId) ?? []) waiting.push({ fact: next, above: place });
  }
}

function placeBelow(fact: LoadedFacts, above: PlacedFacts | null, isClosed: boolean): PlacedFacts {
  const saidAbove = {
    inputs: above !== null && (above.saidAbove.inputs || above.facts.inputs.length > 0),
    outputs: above !== null && (above.saidAbove.outputs || above.facts.outputs.length > 0),
  };
  const place = { ...fact, above, isClosed, saidAbove, run: above?.run ?? null };
  return place.run === null && isRun(fact) ? asRun(place) : place;
}

function isRun({ facts: { operation } }: LoadedFacts): boolean {
  return operation === 'invoke_agent' || operation === 'invoke_workflow';
}

function asRun(place: PlacedFacts): PlacedFacts {
  const run: { -readonly [Key in keyof PlacedFacts]: PlacedFacts[Key] } = { ...place };
  run.run = run;
  return run;
}
