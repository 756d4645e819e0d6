import { ApiProblem } from '../../../api/api-problem.ts';
import { toErrorWords } from '../../../api/error-words.ts';

const minuteSeconds = 60;
/** From here on nobody counts seconds. */
const countedSeconds = 2 * minuteSeconds;

/** Refused because codes were asked for a moment ago: the last one may be good still, so its field has to open. */
export function isSentTooOften(error: unknown): boolean {
  return error instanceof ApiProblem && error.is('session.too-many-attempts');
}

/** What a person reads where another code was refused: how long to wait, where the answer says so. */
export function toSendingWords(error: unknown): string {
  const seconds = isSentTooOften(error) && error instanceof ApiProblem ? error.retryAfterSeconds : undefined;
  if (seconds === undefined) return toErrorWords(error);
  return `Please wait ${toWait(seconds)} before asking for another code.`;
}

function toWait(seconds: number): string {
  if (seconds > countedSeconds) return `${Math.ceil(seconds / minuteSeconds)} minutes`;
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
