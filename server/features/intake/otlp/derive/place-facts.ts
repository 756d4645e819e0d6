import { byTime, least } from './order-facts.ts';
import type { LoadedFacts } from '../map/span-facts.ts';

/** Milliseconds after which a trace no longer waits for a missing parent. */
export const settleMs = 10 * 60 * 1000;

/** A span or event with its position in the trace. */
export interface PlacedFacts extends LoadedFacts {
  readonly above: PlacedFacts | null;
  /** The outermost run of an agent or workflow around it, or itself. */
  readonly run: PlacedFacts | null;
  /** Whether spans around it have inputs or outputs of the conversation. */
  readonly saidAbove: { readonly inputs: boolean; readonly outputs: boolean };
  /** Whether its tree is complete: its root has arrived and ended, or is no longer awaited. */
  readonly isClosed: boolean;
}

export interface PlacedTrace {
  readonly traceId: string;
  /** Parents before children. */
  readonly facts: readonly PlacedFacts[];
  /** When a missing parent is no longer awaited; null where none is missing. */
  readonly dueMs: number | null;
}

interface Tree {
  readonly top: LoadedFacts;
  readonly below: ReadonlyMap<string, readonly LoadedFacts[]>;
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
  for (const top of tops) {
    const isClosed = isEndedRoot(top) || isOfWholeTrace(top, hasRoot) || (isSettled && top.facts.endMs !== null);
    placeTree({ top, below }, isClosed, placed);
  }
  // Spans in a cycle have no top, so the first one stands for it.
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

/** An event without a span waits for the root of its trace; without a trace it does not wait. */
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
