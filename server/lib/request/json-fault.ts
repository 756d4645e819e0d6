const maxLength = 200;

/** Words of `JSON.parse` on a text that it refuses, for its sender alone, because they quote the text; begins with a space, or is empty. */
export function quoteJsonFault(cause: unknown): string {
  return cause instanceof SyntaxError ? ` ${cause.message.slice(0, maxLength).toWellFormed()}` : '';
}
