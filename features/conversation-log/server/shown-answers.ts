import type { Masker } from '#domain/masking/mask-text.ts';

/** Characters of an error that a row reads, and those at their end that are not shown, because they may be part of a value. */
export const errorLengths = { read: 600, cut: 300 };

interface StoredAnswers {
  readonly failure: string | null;
  readonly error: string | null;
  readonly models: readonly string[] | null;
  readonly tools: readonly string[] | null;
  readonly failedTools: readonly string[] | null;
  readonly slowestMs: number | null;
  readonly tokens: number | null;
}

/** Masks the facts that a row of the log shows of its answers; null where they say nothing. */
export function toShownAnswers({ maskText }: Masker, row: StoredAnswers) {
  const maskNames = (names: readonly string[] | null) => names && [...new Set(names.map(maskText))];
  return {
    failure: row.failure === null ? null : maskText(row.failure),
    error: row.error === null ? null : cut(row.error, maskText),
    models: row.models && [...row.models],
    tools: maskNames(row.tools),
    failedTools: maskNames(row.failedTools),
    slowestMs: row.slowestMs,
    tokens: row.tokens,
  };
}

/** The beginning of an error. Where it was cut, its end may be part of a value that was not recognised, so it is left out. */
function cut(error: string, maskText: Masker['maskText']): string {
  const masked = maskText(error);
  return Array.from(error).length < errorLengths.read ? masked : `${masked.slice(0, -errorLengths.cut)}…`;
}
