import { ApiProblem } from '../../../api/api-problem.ts';
import { toErrorWords } from '../../../api/error-words.ts';

const minuteSeconds = 60;
/** From here on the wait is shown in minutes. */
const countedSeconds = 2 * minuteSeconds;

/** Whether a code was rejected because one was sent shortly before. The earlier code may still be valid. */
export function isSentTooOften(error: unknown): boolean {
  return error instanceof ApiProblem && error.is('session.too-many-attempts');
}

/** The message for a rejected request of a code, with the wait where the answer has it. */
export function toSendingWords(error: unknown): string {
  const seconds = isSentTooOften(error) && error instanceof ApiProblem ? error.retryAfterSeconds : undefined;
  if (seconds === undefined) return toErrorWords(error);
  return `Please wait ${toWait(seconds)} before asking for another code.`;
}

function toWait(seconds: number): string {
  if (seconds > countedSeconds) return `${Math.ceil(seconds / minuteSeconds)} minutes`;
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
