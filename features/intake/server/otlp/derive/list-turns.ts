import {
  isHigherAmount,
  ReportedCost,
  sumCosts,
  toAmount,
} from '#features/conversation-log/contract/reported-costs.ts';
import type { ToolCall, Turn } from '#features/intake/contract/intake.ts';
import type { Measured } from '../map/span-facts.ts';
import { listModelCalls, listToolCalls } from './list-calls.ts';
import { findFailedCall } from './failed-turns.ts';
import { isCallOf, type SameTurn, type SenderTurn } from './match-turns.ts';
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

/** Answers whether facts are a turn: some of them are of a call that has ended. */
export const isTurn = (facts: readonly PlacedFacts[]): boolean =>
  facts.some((fact) => isEndedSpan(fact) && operations.has(fact.facts.operation));

export const isEndedSpan = ({ facts: { kind, endMs } }: PlacedFacts): boolean => kind === 'span' && endMs !== null;

/** Reports each turn once, with what its senders say of it together. */
export function listTurns(turns: readonly SameTurn[]): Turn[] {
  return turns.map(([first, ...others]) => joinTurns(first, others)).slice(-maxTurns);
}

/** Calls in traces of their own are calls of the turn; of what other senders report of it the most counts, as of its own sums. */
function joinTurns(first: SenderTurn, others: readonly SenderTurn[]): Turn {
  const calls = others.filter((other) => isCallOf(first, other)).flatMap(({ facts }) => facts);
  const turn = toTurn(first.top, [...first.facts, ...calls]);
  return others
    .filter((other) => !isCallOf(first, other))
    .reduce((sum, { top, facts }) => fill(sum, toTurn(top, facts)), turn);
}

function fill(turn: Turn, other: Turn): Turn {
  const { inputTokens, outputTokens, costs } = other;
  const most = (one: number | undefined, another: number | undefined) => Math.max(one ?? 0, another ?? 0);
  return {
    ...(other.model !== undefined && { model: other.model }),
    ...(other.tools && { tools: other.tools }),
    ...(costs && { costs }),
    ...turn,
    ...((turn.inputTokens ?? inputTokens) !== undefined && { inputTokens: most(turn.inputTokens, inputTokens) }),
    ...((turn.outputTokens ?? outputTokens) !== undefined && { outputTokens: most(turn.outputTokens, outputTokens) }),
  };
}

function toTurn(top: PlacedFacts, all: readonly PlacedFacts[]): Turn {
  const inside = all.filter(isEndedSpan);
  const calls = listModelCalls(inside);
  const own = top.facts.measured;
  const measured = calls.length > 0 ? calls : own ? [own] : [];
  const model = measured.findLast((each) => each.model !== undefined)?.model ?? own?.model;
  const tools = listToolCalls(inside);
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
