import { randomUUID } from 'node:crypto';
import type { LangfuseAnswer, LangfuseScore } from '#features/intake/contract/otlp.ts';
import type { KnownIntakeCaller } from '#server/lib/request/intake-caller.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { readLangfuseScore, scoreType, type LangfuseEvent, type ScoreRecord } from './map/langfuse-scores.ts';
import type { ReceiveExport } from './receive-export.service.ts';

/**
 * Receives the events of a Langfuse client, of which the ratings of users are read.
 * @throws Problem `intake.langfuse-version` where none is a score, because clients that send OpenTelemetry send scores alone
 */
export async function receiveScores(
  receive: ReceiveExport,
  caller: KnownIntakeCaller,
  events: ReadonlyArray<LangfuseEvent & { readonly id: string }>,
): Promise<LangfuseAnswer> {
  if (!events.some(({ type }) => type === scoreType)) throw new Problem('intake.langfuse-version');
  const read = events.map((event) => ({ id: event.id, ...readLangfuseScore(event) }));
  const records = read.flatMap((each) => ('record' in each && each.record ? [each.record] : []));
  const rejection = await storeRecords(receive, caller, records);
  const answers = read.map((each) => ({
    id: each.id,
    message: 'message' in each ? each.message : each.record && rejection,
  }));
  return {
    successes: answers.flatMap(({ id, message }) => (message === undefined ? [{ id, status: 201 }] : [])),
    errors: answers.flatMap(({ id, message }) => (message === undefined ? [] : [{ id, status: 400, message }])),
  };
}

/** @throws Problem `request.invalid` */
export async function receiveScore(
  receive: ReceiveExport,
  caller: KnownIntakeCaller,
  { score, now }: { readonly score: LangfuseScore; readonly now: Date },
): Promise<{ id: string }> {
  const id = score.id ?? randomUUID();
  const event = { id, type: scoreType, timestamp: now.toISOString(), body: score };
  const { errors } = await receiveScores(receive, caller, [event]);
  if (errors[0]) throw new Problem('request.invalid', { fields: [{ path: '', message: errors[0].message }] });
  return { id };
}

interface PartialSuccess {
  readonly partialSuccess?: { readonly rejectedLogRecords?: string | number; readonly errorMessage?: string };
}

/** @returns why some were rejected */
async function storeRecords(
  receive: ReceiveExport,
  caller: KnownIntakeCaller,
  logRecords: readonly ScoreRecord[],
): Promise<string | undefined> {
  if (logRecords.length === 0) return undefined;
  const bytes = new Blob([JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] })]);
  const answer = await receive(caller, 'logRecords', { contentType: 'application/json', bytes });
  const { partialSuccess } = JSON.parse(await answer.text()) as PartialSuccess;
  return Number(partialSuccess?.rejectedLogRecords ?? 0) > 0 ? partialSuccess?.errorMessage : undefined;
}
