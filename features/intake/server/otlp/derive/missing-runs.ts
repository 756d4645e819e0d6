import type { LoadedFacts } from '../map/span-facts.ts';
import { least } from './order-facts.ts';
import type { PlacedFacts } from './placed-facts.ts';

/** Answers whether a span is the run of an agent or a workflow. */
export function isRun({ facts: { operation } }: LoadedFacts): boolean {
  return operation === 'invoke_agent' || operation === 'invoke_workflow';
}

/** Spans and events without the span around them, in order of time. */
export interface Orphans {
  readonly tops: readonly LoadedFacts[];
  /** The run that they are inside of; null where it has not arrived. */
  readonly around: PlacedFacts | null;
}

/**
 * Groups spans and events whose parent is missing by the run that they are part of. All of a trace are inside its root. Where
 * the root is no run, or is missing too, they are inside the run during which they began, and those between two runs are
 * part of one that is missing: also under several missing parents, because some of these may be inside others.
 * @param tops by time
 * @param runs the outermost runs that have arrived
 */
export function groupOrphans(tops: readonly LoadedFacts[], runs: readonly PlacedFacts[]): Orphans[] {
  const ofTrace = runs.find(({ facts: { parent } }) => parent === null);
  const groups = Map.groupBy(tops, ({ facts: { startMs } }) => {
    const around = runs.findLast(({ facts: run }) => run.startMs <= startMs && startMs <= (run.endMs ?? Infinity));
    return around ?? ofTrace ?? runs.filter(({ facts: run }) => run.startMs <= startMs).length;
  });
  return [...groups].map(([group, orphans]) => ({ tops: orphans, around: typeof group === 'number' ? null : group }));
}

/**
 * Builds a placeholder for a missing run, under the id of the first span that shows it, and as long as what has arrived of it.
 * Null where no span has arrived.
 */
export function toMissingRun(tops: readonly LoadedFacts[], isSettled: boolean): PlacedFacts | null {
  const spans = tops.filter(({ facts: { kind } }) => kind === 'span');
  const lead = spans.find((top) => isRun(top) || top.facts.skill !== null) ?? spans[0];
  const [first] = spans;
  if (!lead || !first) return null;
  const ended = spans.filter(({ facts: { endMs } }) => endMs !== null);
  const endMs = -least(ended.map(({ facts }) => -(facts.endMs ?? 0)));
  const { scope } = lead.facts;
  const failed = ended.find(({ facts }) => facts.endMs === endMs && facts.isError)?.facts;
  const error = failed?.measured?.error;
  const run: { -readonly [Key in keyof PlacedFacts]: PlacedFacts[Key] } = {
    ...lead,
    facts: {
      ...noFacts,
      ...(scope !== undefined && { scope }),
      startMs: first.facts.startMs,
      endMs: ended.length > 0 ? endMs : null,
      // As the last of them ended.
      isError: failed !== undefined,
      errorType: failed?.errorType ?? null,
      ...(error !== undefined && { measured: { error } }),
      request: spans.find(({ facts }) => facts.request)?.facts.request ?? null,
    },
    above: null,
    run: null,
    saidAbove: { inputs: false, outputs: false },
    isClosed: isSettled && ended.length > 0,
    isMissing: true,
  };
  run.run = run;
  return run;
}

const noFacts = {
  kind: 'span',
  parent: null,
  isRelevant: true,
  operation: '',
  conversation: null,
  skill: null,
  user: null,
  status: null,
  isEscaped: false,
  approvedAt: null,
  serverToolCalls: 0,
  inputs: [],
  outputs: [],
} as const;
