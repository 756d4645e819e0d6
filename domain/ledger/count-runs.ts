import { usageChannels, type KnownUsage } from './usage-event.ts';

/** Who reports an event: the bits of `usageChannels`, and the senders of telemetry after a space. */
export type Tellers = `${number} ${string}`;

export const toTellers = ({ channels, senders }: Pick<KnownUsage, 'channels' | 'senders'>): Tellers =>
  `${channels} ${senders}`;

interface Joined {
  /** Without the bit of telemetry where its senders are known. */
  readonly channels: number;
  readonly senders: ReadonlySet<string>;
  /** Telemetry of older releases, of which the senders are not known: as if from all of them. */
  readonly isOfAnySender: boolean;
  readonly size: number;
}

/**
 * How many runs the reports of a conversation's skill are: channels that share an id share their ids, so that all ids
 * count; channels that share none report the same runs, so that the one with most counts. Two senders of telemetry are two
 * channels. Never falls as reports arrive.
 * @param counts number of ids by those that report them
 */
export function countRuns(counts: ReadonlyMap<Tellers, number>): number {
  let groups: Joined[] = [];
  for (const [tellers, size] of counts) {
    if (size === 0) continue;
    const one = toJoined(tellers, size);
    const joined = groups.filter((group) => isSame(group, one));
    groups = [...groups.filter((group) => !joined.includes(group)), joined.reduce(join, one)];
  }
  return Math.max(0, ...groups.map(({ size }) => size));
}

function toJoined(tellers: Tellers, size: number): Joined {
  const [channels = '', ...senders] = tellers.split(' ').filter((text) => text !== '');
  const bits = Number(channels);
  const isTelemetry = (bits & usageChannels.otlp) !== 0;
  return {
    channels: bits & ~usageChannels.otlp,
    senders: new Set(senders),
    isOfAnySender: isTelemetry && senders.length === 0,
    size,
  };
}

const isOfTelemetry = ({ senders, isOfAnySender }: Joined): boolean => isOfAnySender || senders.size > 0;

function isSame(one: Joined, other: Joined): boolean {
  if ((one.channels & other.channels) !== 0) return true;
  if (!isOfTelemetry(one) || !isOfTelemetry(other)) return false;
  return one.isOfAnySender || other.isOfAnySender || [...one.senders].some((sender) => other.senders.has(sender));
}

const join = (one: Joined, other: Joined): Joined => ({
  channels: one.channels | other.channels,
  senders: new Set([...one.senders, ...other.senders]),
  isOfAnySender: one.isOfAnySender || other.isOfAnySender,
  size: one.size + other.size,
});

/** The senders of two reports of one event. */
export function joinSenders(one: string, other: string): string {
  if (one === other || other === '') return one;
  return [...new Set([...one.split(' '), ...other.split(' ')])]
    .filter((sender) => sender !== '')
    .toSorted()
    .join(' ');
}
