import { ORPCError } from '@orpc/client';
import { ValidationError } from '@orpc/contract';
import { problems, type ProblemBody } from '#contract/problems.ts';
import {
  DatabaseUnavailable,
  isConnectionFailure,
  toDatabaseError,
  toProblemCode,
} from '../database/connection/errors.ts';
import { StorageFailed } from '../lib/storage-failed.ts';
import { IdempotencyMismatch } from '../records/idempotency.ts';
import { toFieldProblems } from '../lib/request/field-problems.ts';
import { Problem } from '../lib/request/problem.ts';

/** Any thrown error as a problem: schema failures, database constraints by name, `internal` for the rest. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof ORPCError) return fromSchemaFailure(error);
  if (error instanceof StorageFailed)
    return new Problem('service.unavailable', { cause: error, retryAfterSeconds: 30 });
  // Errors of the identity's own connections arrive unconverted.
  const failure = toDatabaseError(error);
  if (failure instanceof DatabaseUnavailable) {
    const code = failure.reason === 'full' ? 'service.disk-full' : 'service.unavailable';
    return new Problem(code, { cause: failure, retryAfterSeconds: failure.retryAfterSeconds });
  }
  if (isConnectionFailure(error)) {
    const detail = 'a part of the installation could not be connected to';
    return new Problem('service.unavailable', { cause: error, detail, retryAfterSeconds: 30 });
  }
  if (error instanceof IdempotencyMismatch) return new Problem('request.key-reused', { cause: error });
  const code = toProblemCode(error);
  return new Problem(code ?? 'internal', { cause: error });
}

/** A malformed id is answered like an unknown one. An answer that fails its own schema is `internal`. */
function fromSchemaFailure(error: ORPCError<string, unknown>): Problem {
  if (!(error.cause instanceof ValidationError) || error.status !== 400)
    return new Problem('internal', { cause: error });
  const { issues } = error.cause;
  if (issues.some((issue) => issue.path?.[0] === 'params')) return new Problem('record.not-found');
  return new Problem('request.invalid', { fields: toFieldProblems(issues) });
}

export function toProblemResponse(problem: Problem, requestId: string): Response {
  const { status, message: text } = problems[problem.code];
  const message = problem.reason === undefined ? text : `${text} Reason: ${problem.reason}`;
  const body: ProblemBody = { code: problem.code, message, errorMessage: message, requestId };
  if (problem.fields) body.fields = [...problem.fields];
  if (problem.current !== undefined) body.current = problem.current;
  const headers = new Headers({ 'content-type': 'application/json' });
  if (problem.retryAfterSeconds !== undefined) headers.set('retry-after', String(problem.retryAfterSeconds));
  if (status === 401) headers.set('www-authenticate', 'Bearer');
  return new Response(JSON.stringify(body), { status, headers });
}
