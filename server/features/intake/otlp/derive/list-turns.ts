import { isHigherAmount, ReportedCost, sumCosts, toAmount } from '#contract/analytics/reported-costs.ts';
import type { ToolCall, Turn } from '#contract/intake/intake.ts';
import type { Measured } from '../map/span-facts.ts';
import { findFailedCall, type Turns } from './failed-turns.ts';
import type { PlacedFacts } from './placed-facts.ts';

/* The limits of the contract. */
const maxTurns = 1000;
const maxTools = 100;
const maxDurationMs = 86_400_000;
const maxTokens = 1_000_000_000;
const maxModelLength = 100;
const maxTypeLength = 100;
const maxCurrencies = 5;

/** Types of errors that say nothing, so that errors are grouped by their text. */
const genericTypes: ReadonlySet<string> = new Set(['error', 'exception', 'unknown', '_other', 'string', 'object']);

const operations: ReadonlySet<string> = new Set(['invoke_agent', 'invoke_workflow', 'chat', 'execute_tool']);

/**
 * The turns of a conversation, oldest first: one for each outermost run of an agent or workflow whose tree is complete, and
 * one for each outermost span that is inside none.
 * @param turns all facts of the conversation, by time
 */
export function listTurns(turns: Turns): Turn[] {
  return [...turns]
    .map(([top, facts]) => ({ top, all: facts.filter(({ isClosed }) => isClosed) }))
    .map((turn) => ({ ...turn, inside: turn.all.filter(isEndedSpan) }))
    .filter(({ inside }) => inside.some(({ facts: { operation } }) => operations.has(operation)))
    .map(toTurn)
    .slice(-maxTurns);
}

const isEndedSpan = ({ facts: { kind, endMs } }: PlacedFacts): boolean => kind === 'span' && endMs !== null;

interface TurnFacts {
  readonly top: PlacedFacts;
  /** Its spans and events. */
  readonly all: readonly PlacedFacts[];
  /** Its spans that have ended. */
  readonly inside: readonly PlacedFacts[];
}

function toTurn({ top, all, inside }: TurnFacts): Turn {
  const calls = inside.filter(isOutermostCall);
  const measured = (calls.length > 0 ? calls : [top]).flatMap(({ facts }) => facts.measured ?? []);
  const model = measured.findLast((each) => each.model !== undefined)?.model ?? top.facts.measured?.model;
  const tools = inside.filter(({ facts }) => facts.operation === 'execute_tool');
  return {
    date: new Date(Math.floor(top.facts.startMs)).toISOString(),
    durationMs: getDuration(top),
    ...(model !== undefined && { model: model.slice(0, maxModelLength) }),
    ...addTokens(measured, top, 'inputTokens'),
    ...addTokens(measured, top, 'outputTokens'),
    ...addCosts(measured, top),
    ...((top.facts.isError || findFailedCall(all)) && describeError(top, inside)),
    ...(tools.length > 0 && { tools: tools.slice(0, maxTools).map(toToolCall) }),
  };
}

/** An instrumented client may report a call of the model that the framework around it reports too. */
function isOutermostCall({ facts, above }: PlacedFacts): boolean {
  if (facts.operation !== 'chat') return false;
  for (let outer = above; outer; outer = outer.above) if (outer.facts.operation === 'chat') return false;
  return true;
}

const getDuration = ({ facts: { startMs, endMs } }: PlacedFacts) =>
  Math.min(Math.max(Math.round((endMs ?? startMs) - startMs), 0), maxDurationMs);

/** Sums the tokens of the calls, or takes the agent's own count where it is higher: clients may report only the last call. */
function addTokens(measured: readonly Measured[], top: PlacedFacts, name: 'inputTokens' | 'outputTokens') {
  const counts = measured.flatMap((each) => each[name] ?? []);
  const own = top.facts.measured?.[name] ?? 0;
  if (counts.length === 0 && own === 0) return {};
  const sum = counts.reduce((total, count) => total + count, 0);
  return { [name]: Math.min(Math.round(Math.max(sum, own)), maxTokens) };
}

/** Sums the costs of the calls by currency. As with tokens, the agent's own cost is taken where it is higher. */
function addCosts(measured: readonly Measured[], top: PlacedFacts): Pick<Turn, 'costs'> {
  const ofCalls = sumCosts(measured.flatMap(toCost));
  const own = toCost(top.facts.measured ?? {});
  const highest = [...Map.groupBy([...ofCalls, ...own], ({ currency }) => currency).values()].flatMap(
    (list) => list.toSorted((one, other) => (isHigherAmount(one.amount, other.amount) ? -1 : 1))[0] ?? [],
  );
  const costs = highest.filter((cost) => ReportedCost.safeParse(cost).success).slice(0, maxCurrencies);
  return costs.length === 0 ? {} : { costs };
}

function toCost({ cost, currency = 'USD' }: Measured): ReportedCost[] {
  const amount = toAmount(cost);
  return amount === undefined ? [] : [{ amount, currency }];
}

/** Describes the error of the outermost span, else of the last one inside that failed. */
function describeError(top: PlacedFacts, inside: readonly PlacedFacts[]): Pick<Turn, 'error' | 'errorType'> {
  const failed = [top, ...inside.toReversed()].filter(({ facts }) => facts.isError).map(({ facts }) => facts);
  const error = failed.find((facts) => facts.measured?.error)?.measured?.error;
  const types = failed.flatMap((facts) => facts.errorType ?? []);
  const errorType = types.find((type) => !genericTypes.has(type.toLowerCase()))?.slice(0, maxTypeLength);
  if (error === undefined && errorType === undefined)
    return { errorType: types[0]?.slice(0, maxTypeLength) ?? 'Error' };
  return { ...(error !== undefined && { error }), ...(errorType !== undefined && { errorType }) };
}

function toToolCall(span: PlacedFacts): ToolCall {
  const { measured, isError, errorType } = span.facts;
  const error = measured?.error ?? (isError ? (errorType ?? 'Failed') : undefined);
  return {
    name: measured?.tool ?? 'Tool',
    durationMs: getDuration(span),
    ...(error !== undefined && { error }),
  };
}
