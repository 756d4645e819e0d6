import type { Logger } from 'pino';
import { Problem } from '../lib/request/problem.ts';
import type { RequestContext } from '../lib/request/request-context.ts';
import { toProblem } from './problem-body.ts';

interface AnsweredRequest {
  readonly request: Request;
  readonly context: RequestContext;
  readonly status: number;
  readonly durationMs: number;
  readonly failure: unknown;
}

/** One line for each request, without query, body and token. */
export function logRequest(log: Logger, { request, context, status, durationMs, failure }: AnsweredRequest): void {
  const line = {
    requestId: context.requestId,
    method: request.method,
    operationId: context.operationId,
    status,
    durationMs: Math.round(durationMs * 10) / 10,
    companyId: context.actor?.companyId,
    accountId: context.actor?.accountId,
  };
  if (failure === undefined) return log.info(line, 'request');
  const problem = toProblem(failure);
  const detail = { ...line, problem: problem.code, detail: problem.message };
  if (status >= 500)
    return log.error({ ...detail, err: failure instanceof Problem ? failure.cause : failure }, 'request');
  log.info(detail, 'request');
}
