import type { FieldProblem } from '#contract/problems.ts';
import { wordIssue, type WordedIssue } from './word-issue.ts';

interface Issue extends WordedIssue {
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined;
  readonly keys?: readonly string[];
}

const maxFieldProblems = 50;

/**
 * Schema issues as the problem body's `fields`: dotted paths without the leading `body`, an unknown field named by its
 * own path, at most 50 of them so that a hostile body can not blow up the answer.
 */
export function toFieldProblems(issues: readonly Issue[]): FieldProblem[] {
  return issues.flatMap(toFieldProblemsOfIssue).slice(0, maxFieldProblems);
}

function toFieldProblemsOfIssue(issue: Issue): FieldProblem[] {
  const path = (issue.path ?? []).map((part) => (typeof part === 'object' ? part.key : part)).map(String);
  const shown = path[0] === 'body' || path[0] === 'query' || path[0] === 'headers' ? path.slice(1) : path;
  if (issue.code === 'unrecognized_keys' && issue.keys) {
    return issue.keys.map((key) => ({ path: [...shown, key].join('.'), message: 'Unknown field.' }));
  }
  return [{ path: shown.join('.'), message: wordIssue(issue) }];
}
