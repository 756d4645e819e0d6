import { ReadableStream } from 'node:stream/web';

interface StreamedFileOptions {
  /** Headers of the answer beside those of every file. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A download whose bytes are made while they are sent, so that its length costs no memory. */
export class StreamedFile extends File {
  readonly headers: Readonly<Record<string, string>>;
  readonly #chunks: AsyncIterable<Uint8Array>;

  constructor(
    chunks: AsyncIterable<Uint8Array>,
    name: string,
    type: string,
    { headers = {} }: StreamedFileOptions = {},
  ) {
    super([], name, { type });
    this.headers = headers;
    this.#chunks = chunks;
  }

  /** Asks for the next bytes only when the client has taken those of before. */
  toBody(): NonNullable<ConstructorParameters<typeof Response>[0]> {
    return ReadableStream.from(this.#chunks) as never;
  }
}
