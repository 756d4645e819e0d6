import { problems } from '#contract/problems.ts';
import type { ProblemCode } from '#contract/problems.ts';
import { Problem } from '../../lib/request/problem.ts';
import type { PictureFault } from './picture-normaliser.ts';

const busySeconds = 5;

/** The problem `code` of a refused picture at the field `path`; `service.unavailable` where the picture was not judged. */
export function toPictureProblem(fault: PictureFault, code: ProblemCode, path: string): Problem {
  if (fault === 'too-slow')
    return new Problem('service.unavailable', { detail: fault, retryAfterSeconds: busySeconds });
  return new Problem(code, { detail: fault, fields: [{ path, message: problems[code].message }] });
}
