import { ReadableStream } from 'node:stream/web';

/** An answer of server-sent events whose bytes are made while they are sent. */
export class EventStream extends Blob {
  readonly #events: AsyncIterable<Uint8Array>;

  constructor(events: AsyncIterable<Uint8Array>) {
    super([], { type: 'text/event-stream' });
    this.#events = events;
  }

  /** Asks for the next event only when the client has taken the one before. */
  toBody(): NonNullable<ConstructorParameters<typeof Response>[0]> {
    return ReadableStream.from(this.#events) as never;
  }
}

export interface EventSender extends AsyncIterableIterator<Uint8Array> {
  /** Sends what `toEvent` made. A client that is slow gets the latest one alone. */
  send(event: Uint8Array): void;
  /** Sends what keeps the connection open. */
  beat(): void;
  /** Ends the stream after what is still to be sent. */
  end(): void;
  /** Calls back once, however the stream ends; at once where it has ended. */
  onLeave(leave: () => void): void;
}

/** The bytes of an event with text of one line; made once for all its receivers. */
export const toEvent = (data: string): Uint8Array => Buffer.from(`data: ${data}\n\n`);

const beat = Buffer.from(':\n\n');

export function createEventSender(): EventSender {
  let unsent: Uint8Array | undefined;
  let isEnded = false;
  let wake: (() => void) | undefined;
  let leave: (() => void) | undefined;
  const change = (bytes?: Uint8Array) => {
    if (bytes !== undefined) unsent = bytes;
    wake?.();
  };
  const end = () => {
    isEnded = true;
    leave?.();
    leave = undefined;
    change();
  };
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    send: change,
    beat: () => {
      if (unsent === undefined) change(beat);
    },
    end,
    onLeave: (callback) => {
      if (isEnded) callback();
      else leave = callback;
    },
    async next() {
      while (unsent === undefined && !isEnded) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (unsent === undefined) return { done: true, value: undefined };
      const value = unsent;
      unsent = undefined;
      return { done: false, value };
    },
    async return() {
      end();
      return { done: true, value: undefined };
    },
  };
}
