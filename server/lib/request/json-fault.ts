const maxLength = 200;

/** What `JSON.parse` says of a text that it refuses, for its sender alone, because it quotes the text; begins with a space, or is empty. */
export function quoteJsonFault(cause: unknown): string {
  return cause instanceof SyntaxError ? ` ${cause.message.slice(0, maxLength).toWellFormed()}` : '';
}
