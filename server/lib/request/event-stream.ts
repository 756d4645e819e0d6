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
  /** Sends text of one line as an event. A client that is slow gets the latest one alone. */
  send(data: string): void;
  /** Sends what keeps the connection open. */
  beat(): void;
  /** Ends the stream after what is still to be sent. */
  end(): void;
  /** Calls back once, however the stream ends; at once where it has ended. */
  onLeave(leave: () => void): void;
}

export function createEventSender(): EventSender {
  let unsent: string | undefined;
  let isEnded = false;
  let wake: (() => void) | undefined;
  let leave: (() => void) | undefined;
  const change = (text?: string) => {
    if (text !== undefined) unsent = text;
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
    send: (data) => change(`data: ${data}\n\n`),
    beat: () => {
      if (unsent === undefined) change(':\n\n');
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
      const value = Buffer.from(unsent);
      unsent = undefined;
      return { done: false, value };
    },
    async return() {
      end();
      return { done: true, value: undefined };
    },
  };
}
