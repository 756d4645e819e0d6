import { problems, type ProblemCode } from '#contract/problems.ts';
import { Problem } from './problem.ts';

const busySeconds = 5;

/**
 * The problem `code` of a refused picture at the field `path`, by the fault of `NormalisePicture`. A picture that was
 * `too-slow` was not judged, so its problem is `service.unavailable`.
 */
export function toPictureProblem(fault: string, code: ProblemCode, path: string): Problem {
  if (fault === 'too-slow')
    return new Problem('service.unavailable', { detail: fault, retryAfterSeconds: busySeconds });
  return new Problem(code, { detail: fault, fields: [{ path, message: problems[code].message }] });
}
