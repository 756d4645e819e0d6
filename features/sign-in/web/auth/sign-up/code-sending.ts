import { ApiProblem } from '#web/api/api-problem.ts';

const minuteSeconds = 60;
/** After a code the server sends another one only after this time. */
export const codePauseSeconds = minuteSeconds;
/** From here on the wait is shown in minutes. */
const countedSeconds = 2 * minuteSeconds;

/**
 * The seconds until another code can be requested, where one was sent shortly before: that is no error, because the
 * earlier code is still valid. Undefined for any other problem.
 */
export function findWaitSeconds(error: unknown): number | undefined {
  if (!(error instanceof ApiProblem) || !error.is('session.too-many-attempts')) return undefined;
  return error.retryAfterSeconds;
}

export function describeWait(seconds: number): string {
  return `You can request another code in ${toWait(seconds)}.`;
}

function toWait(seconds: number): string {
  if (seconds > countedSeconds) return `${Math.ceil(seconds / minuteSeconds)} minutes`;
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
