import { ApiProblem, networkProblem } from './api-problem.ts';

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

/** Words of browsers, and of the loader of styles, for code that cannot be fetched. */
const missingCode = /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

/** The same in place of a whole page; undefined for an exception of the page itself, whose words are for developers. */
export function toPageErrorWords(error: unknown): string | undefined {
  if (error instanceof Error && missingCode.test(error.message)) return toErrorWords(networkProblem(error));
  const isSaid = error instanceof ApiProblem || (error instanceof Error && error.message in rewritten);
  return isSaid ? toErrorWords(error) : undefined;
}
