import type { SweptEndpoint } from './endpoints.ts';
import { findAnswerFaults } from './judge-answer.ts';
import { sendRaw, type RawAnswer, type RawCall } from './raw-call.ts';

/** A cell with an unexpected answer. */
export interface UnexpectedCell {
  readonly cell: string;
  readonly call: string;
  readonly faults: readonly string[];
  readonly answer: string;
}

interface Cell {
  readonly name: string;
  readonly endpoint: SweptEndpoint | undefined;
  readonly call: RawCall;
  /** The expected statuses. */
  readonly expected: readonly number[];
  /** Further faults of the answer. */
  readonly judge?: ((answer: RawAnswer) => string[]) | undefined;
}

/** Counts the cells of a sweep and keeps those with an unexpected answer. */
export class SweepReport {
  readonly unexpected: UnexpectedCell[] = [];
  readonly #url: string;
  #cells = 0;

  constructor(url: string) {
    this.#url = url;
  }

  get cells(): number {
    return this.#cells;
  }

  /** The line of the bench and the log. */
  toString(): string {
    return `sweep: ${this.#cells} cells, ${this.unexpected.length} unexpected`;
  }

  async run({ name, endpoint, call, expected, judge }: Cell): Promise<RawAnswer> {
    const answer = await sendRaw(this.#url, call);
    const faults = findAnswerFaults(answer, endpoint, call.method);
    if (!expected.includes(answer.status)) faults.push(`status ${answer.status}, not ${expected.join(' or ')}`);
    if (judge) faults.push(...judge(answer));
    this.note(name, call, answer, faults);
    return answer;
  }

  /** Adds a cell with its faults. */
  note(cell: string, call: RawCall, answer: RawAnswer, faults: readonly string[]): void {
    this.#cells += 1;
    if (faults.length === 0) return;
    this.unexpected.push({
      cell,
      call: `${call.method} ${call.path}`.slice(0, 200),
      faults,
      answer: answer.text.slice(0, 300),
    });
  }
}
