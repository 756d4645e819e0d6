import { ORPCError } from '@orpc/client';
import type { FieldProblem, ProblemBody, ProblemCode } from '#contract/problems.ts';

/**
 * Network errors before the API has answered: the browser knows that it is offline, nothing answers, or something that
 * is not the portal (a proxy) answers.
 */
export type NetworkCode = 'network.offline' | 'network.unreachable';

const networkMessages = {
  'network.offline': 'You appear to be offline.',
  'network.unreachable': 'The portal cannot be reached right now. Please try again shortly.',
} as const satisfies Record<NetworkCode, string>;

interface Answer {
  /** HTTP status; 0 where there was no answer. */
  readonly status: number;
  readonly body: ProblemBody;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/** The one error that calls of the API throw: the body of a refusal, or what kept it from being reached. */
export class ApiProblem extends ORPCError<string, ProblemBody> {
  /** How long to wait before asking again, where the answer says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor({ status, body, retryAfterSeconds, cause }: Answer) {
    super(body.code, { status, message: body.message, data: body, cause });
    this.name = 'ApiProblem';
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get fields(): readonly FieldProblem[] {
    return this.data.fields ?? [];
  }

  /** The record as it stands now; comes with `record.stale`. */
  get current(): unknown {
    return this.data.current;
  }

  /** Names the request in the server's log; empty where there was no answer. */
  get requestId(): string {
    return this.data.requestId;
  }

  is(code: ProblemCode | NetworkCode): boolean {
    return this.code === code;
  }
}

export function networkProblem(cause?: unknown): ApiProblem {
  const code: NetworkCode = navigator.onLine ? 'network.unreachable' : 'network.offline';
  return new ApiProblem({ status: 0, body: { code, message: networkMessages[code], requestId: '' }, cause });
}

/** Reads the body of a refusal; anything but a problem body came from something between here and the portal. */
export function toApiProblem(status: number, body: unknown, retryAfter: string | null = null): ApiProblem {
  if (!isProblemBody(body)) return networkProblem(body);
  return new ApiProblem({ status, body, retryAfterSeconds: toSeconds(retryAfter) });
}

/** The portal answers whole seconds; a date, which the header may hold too, comes from elsewhere. */
function toSeconds(retryAfter: string | null): number | undefined {
  return retryAfter !== null && /^[0-9]+$/.test(retryAfter) ? Number(retryAfter) : undefined;
}

function isProblemBody(body: unknown): body is ProblemBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body && 'requestId' in body;
}
