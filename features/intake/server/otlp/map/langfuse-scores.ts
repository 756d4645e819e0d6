import { LangfuseScore } from '#features/intake/contract/otlp.ts';
import { isUserName } from './read-ratings.ts';

/** A score of a Langfuse client, with the time at which it was given. */
export interface LangfuseEvent {
  readonly type: string;
  readonly timestamp: string;
  readonly body?: unknown;
}

/** A log record of OTLP in JSON. */
export interface ScoreRecord {
  readonly timeUnixNano: string;
  readonly eventName: string;
  readonly traceId?: string;
  readonly spanId?: string;
  readonly attributes: ReadonlyArray<{ readonly key: string; readonly value: { readonly stringValue: string } }>;
}

/** The record of a score, undefined where it is no rating of a user, or why it is not accepted. */
type ReadScore = { readonly record: ScoreRecord | undefined } | { readonly message: string };

/** Type of the events that are read. */
export const scoreType = 'score-create';

/** Reads a score as the evaluation event of the GenAI conventions, which finds its trace also where it comes first. */
export function readLangfuseScore({ type, timestamp, body }: LangfuseEvent): ReadScore {
  if (type !== scoreType) return { message: 'Only score-create is read. Spans go to /api/public/otel/v1/traces.' };
  const parsed = LangfuseScore.safeParse(body);
  if (!parsed.success) return { message: 'The score has no name, no value, or a field that is not valid.' };
  const atMs = Date.parse(timestamp);
  const message = Number.isNaN(atMs) ? 'The timestamp must be ISO 8601.' : findFault(parsed.data);
  if (message !== undefined) return { message };
  const label = isUserName(parsed.data.name) ? findLabel(parsed.data) : undefined;
  return { record: label === undefined ? undefined : toRecord(parsed.data, { label, atMs }) };
}

function findFault({ traceId, observationId, sessionId }: LangfuseScore): string | undefined {
  if (!traceId && !sessionId) return 'The score names neither a trace nor a session.';
  if (sessionId?.includes('\uFFFD')) return 'The sessionId is cut in the middle of a character.';
  if (traceId && !/^[\da-f]{32}$/i.test(traceId)) return 'The traceId is none of OpenTelemetry.';
  const isNone = observationId && !/^[\da-f]{16}$/i.test(observationId);
  return isNone ? 'The observationId is none of OpenTelemetry.' : undefined;
}

function toRecord(
  { traceId, observationId, sessionId, name, comment }: LangfuseScore,
  { label, atMs }: { readonly label: string; readonly atMs: number },
): ScoreRecord {
  const attributes = {
    'gen_ai.evaluation.name': name,
    'gen_ai.evaluation.score.label': label,
    ...(comment && { 'gen_ai.evaluation.explanation': comment }),
    ...(!traceId && sessionId && { 'gen_ai.conversation.id': sessionId }),
  };
  return {
    timeUnixNano: `${atMs}000000`,
    eventName: 'gen_ai.evaluation.result',
    ...(traceId && { traceId }),
    ...(traceId && observationId && { spanId: observationId }),
    attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: { stringValue: value } })),
  };
}

/** Names of what is given by thumbs; a `rating` or `score` of 1 may be the least of five. */
const thumbs = /feedback|reaction|vote|thumb/i;

/** A number counts where it can only be 0 or 1, because the scale of others is set in Langfuse and does not come along. */
function findLabel({ value, dataType, name }: LangfuseScore): string | undefined {
  if (typeof value === 'string') return value;
  const isBinary = dataType === 'BOOLEAN' || thumbs.test(name);
  if (!isBinary || (value !== 0 && value !== 1)) return undefined;
  return value === 1 ? 'positive' : 'negative';
}
