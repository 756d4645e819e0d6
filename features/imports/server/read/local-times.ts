import { fromClock, getOffsetMs, toClock } from '#contract/calendar/zones.ts';

/** A date as it is written: the clock as an instant at which UTC has it, and what is said of its zone. */
export interface WrittenDate {
  readonly clock: number;
  readonly offsetMs?: number;
  /** An IANA zone. */
  readonly zone?: string;
}

const hourMs = 3_600_000;
/** No clock is put back by more. */
const longestJumpMs = 3 * hourMs;

/** The instants that a date can be, the earlier first: two in the hour that is repeated at the end of summer time. */
export function listInstants({ clock, offsetMs, zone: written }: WrittenDate, zone: string): number[] {
  if (offsetMs !== undefined) return [clock - offsetMs];
  const used = written ?? zone;
  try {
    const first = fromClock(clock, used);
    const second = clock - getOffsetMs(first + longestJumpMs, used);
    return second > first && toClock(second, used) === clock ? [first, second] : [first];
  } catch {
    // A name that is none of a zone.
    return [];
  }
}

/** State that is kept between two rows, and between two parts of a file. */
export interface Timeline {
  /** Steps from a row of a conversation to its next one, ahead and back. */
  readonly ahead: number;
  readonly back: number;
  /** The last instants of conversations that were in the hours around a change of the clocks. */
  readonly lasts: ReadonlyArray<readonly [conversation: string, ms: number]>;
}

export const noTimeline: Timeline = { ahead: 0, back: 0, lasts: [] };
const mostLasts = 1000;

/** Chooses, of the instants that a row can mean, the one that follows the rows before; undefined where there is none. */
export type ChooseInstant = (conversation: string, instants: readonly number[]) => number | undefined;

/**
 * Finds which pass of a repeated hour rows mean, by the order in which they stand: a time that goes back is the second pass,
 * and in a file with the newest rows first the other way.
 */
export function followTimeline(before: Timeline): { readonly choose: ChooseInstant; readonly end: () => Timeline } {
  let { ahead, back } = before;
  const lasts = new Map(before.lasts);
  const near = new Set(before.lasts.map(([id]) => id));
  return {
    choose(conversation, instants) {
      const [first, second] = instants;
      const last = lasts.get(conversation);
      if (first === undefined) return undefined;
      if (last !== undefined && first > last) ahead += 1;
      if (last !== undefined && (second ?? first) < last) back += 1;
      const chosen = second === undefined ? first : chooseOf([first, second], last, back > ahead);
      lasts.set(conversation, chosen);
      if (second === undefined) near.delete(conversation);
      else near.add(conversation);
      return chosen;
    },
    end: (): Timeline => ({
      ahead,
      back,
      lasts: [...lasts].filter(([id]) => near.has(id)).slice(-mostLasts),
    }),
  };
}

function chooseOf(
  [first, second]: readonly [number, number],
  last: number | undefined,
  isNewestFirst: boolean,
): number {
  if (isNewestFirst) return last !== undefined && second > last ? first : second;
  return last !== undefined && first < last ? second : first;
}
