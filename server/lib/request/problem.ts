import { problems, type FieldProblem, type ProblemCode } from '#contract/problems.ts';

interface ProblemOptions {
  /** For the log alone; never sent. */
  readonly detail?: string;
  /** Written by the provider for users: follows the public text. */
  readonly reason?: string;
  readonly fields?: readonly FieldProblem[];
  /** The record as it stands, with `record.stale`. */
  readonly current?: unknown;
  /** Seconds, for the header of the same name. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** The one error that services throw on purpose. Status and public text come from the contract, by code. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly reason: string | undefined;
  readonly fields: readonly FieldProblem[] | undefined;
  readonly current: unknown;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ProblemCode, { detail, reason, fields, current, retryAfterSeconds, cause }: ProblemOptions = {}) {
    super(detail ?? code, { cause });
    this.name = 'Problem';
    this.code = code;
    this.reason = reason;
    this.fields = fields;
    this.current = current;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get status(): number {
    return problems[this.code].status;
  }
}
