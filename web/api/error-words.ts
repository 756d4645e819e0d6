import { ApiProblem } from './api-problem.ts';

/** Section 8: the two messages that a person never sees as they come. */
const rewritten: Readonly<Record<string, string>> = {
  'PreAuthentication failed with error Access denied!.': 'You have been denied access to the portal!',
  'Network Error': 'You are not authorized to perform this action!',
};

/** The one place that turns an error into what a person reads. */
export function toErrorWords(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return rewritten[message] ?? message;
}

/** The same in place of a whole page; undefined for an exception of the page itself, whose words are for developers. */
export function toPageErrorWords(error: unknown): string | undefined {
  const isSaid = error instanceof ApiProblem || (error instanceof Error && error.message in rewritten);
  return isSaid ? toErrorWords(error) : undefined;
}
