import type { Readable } from 'node:stream';

/** A line of the log has some kilobytes; one that never ends must not fill the memory. */
const maxLength = 256 * 1024;

/** The lines of a stream without their ends; what is beyond the longest is left out, and `…` stands for it. */
export async function* splitLines(input: Readable, max = maxLength): AsyncGenerator<string> {
  input.setEncoding('utf8');
  let [rest, isCut] = ['', false];
  for await (const chunk of input as AsyncIterable<string>) {
    const pieces = chunk.split('\n');
    const last = pieces.pop() ?? '';
    for (const piece of pieces) {
      yield toLine(rest + piece, isCut);
      [rest, isCut] = ['', false];
    }
    rest += last;
    if (rest.length <= max) continue;
    [rest, isCut] = [rest.slice(0, max), true];
  }
  if (rest !== '') yield toLine(rest, isCut);

  function toLine(text: string, hasMore: boolean): string {
    if (hasMore || text.length > max) return `${text.slice(0, max)}…`;
    return text.endsWith('\r') ? text.slice(0, -1) : text;
  }
}
