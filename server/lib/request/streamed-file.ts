import { ReadableStream } from 'node:stream/web';

/** A download whose bytes are made while they are sent, so that its length costs no memory. */
export class StreamedFile extends File {
  readonly #chunks: AsyncIterable<Uint8Array>;

  constructor(chunks: AsyncIterable<Uint8Array>, name: string, type: string) {
    super([], name, { type });
    this.#chunks = chunks;
  }

  /** Asks for the next bytes only when the client has taken those of before. */
  toBody(): NonNullable<ConstructorParameters<typeof Response>[0]> {
    return ReadableStream.from(this.#chunks) as never;
  }
}
