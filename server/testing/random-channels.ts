import { toJsonRequest, toSpanId, toTraceId } from '#features/intake/server/otlp/testing/json-export.ts';
import { toKey, toMessages, toRunSpan, toTexts, type Conversation, type Runs } from './random-runs.ts';

/** `otlp` and `telemetry` are two senders of spans, by their instrumentation. */
type Channel = 'authorize' | 'intake' | 'otlp' | 'telemetry';

/** One call of an assistant, its gateway or its telemetry. */
export type Delivery =
  | {
      readonly channel: 'authorize';
      readonly form: object;
      readonly commit?: object | undefined;
      /** Instead of a commit. */
      readonly release?: object;
    }
  | { readonly channel: 'intake'; readonly body: { readonly conversations: readonly Conversation[] } }
  | { readonly channel: 'otlp' | 'telemetry'; readonly body: object };

/** Calls the API until it is not busy, and answers the body. */
export type Post = (path: string, body: object | undefined) => Promise<unknown>;

interface Dice {
  readonly below: (limit: number) => number;
  readonly chance: (part: number) => boolean;
}

export interface RandomChannels {
  /** In a random order, some of them twice. */
  readonly deliveries: readonly Delivery[];
  readonly runs: number;
  /** How many runs are billed twice, and how many not at all, by the sender's ids of all usage events. */
  readonly judge: (externalIds: readonly string[]) => Judgement;
  /** How many messages are shown twice, and how many not at all, by all texts. */
  readonly judgeTexts: (texts: readonly string[]) => Judgement;
  /** Runs that telemetry reports, each with the tokens of one turn. */
  readonly turns: number;
}

interface Judgement {
  readonly twice: number;
  readonly missing: number;
}

const channels: readonly Channel[] = ['authorize', 'intake', 'otlp', 'telemetry'];
const skills = ['Leave', 'Invoices', 'Passwords'];
const [lostPart, repeatedPart, impliedPart, wordlessPart, releasedPart] = [0.3, 0.3, 0.3, 0.5, 0.3];

/**
 * Generates about as many runs as asked for, each reported by one to four channels under the same id or under ids of
 * their own. Reports are lost, but one channel, or channels that share ids, have reported every run in the end.
 * @param startMs when the first runs took place: in a month that is not billed yet, so that runs can be released
 */
export function createRandomChannels(random: () => number, wanted: number, startMs: number): RandomChannels {
  const dice = { below: (limit: number) => Math.floor(random() * limit), chance: (part: number) => random() < part };
  const reports = createReports(dice, startMs);
  const planned: Runs[] = [];
  let runs = 0;
  for (let number = 0; runs < wanted; number += 1) {
    const own = skills.slice(dice.below(2), 1 + dice.below(3));
    const added = (own.length > 0 ? own : ['Leave']).map((skill, place) => ({
      conversation: `c-${number}`,
      skill,
      count: 1 + dice.below(4),
      released: dice.chance(releasedPart) ? 1 + dice.below(2) : 0,
      place,
    }));
    reports.add(added);
    planned.push(...added);
    runs = planned.reduce((sum, { count }) => sum + count, 0);
  }
  const deliveries = reports.list();
  const repeated = deliveries.filter(() => dice.chance(repeatedPart));
  return {
    deliveries: shuffle([...deliveries, ...repeated], dice),
    runs,
    judge: (ids) => reports.judge(ids, planned),
    judgeTexts: reports.judgeTexts,
    turns: reports.countTurns(),
  };
}

function createReports(dice: Dice, startMs: number) {
  const groups = new Map<string, string>();
  const items: Conversation[] = [];
  const spans = { otlp: [] as object[], telemetry: [] as object[] };
  const authorized: Delivery[] = [];
  const [texts, turns] = [new Set<string>(), new Set<string>()];
  let traces = 0;
  const report = (channel: Channel, runs: Runs, { numbers, isShared, isWordless }: Reported) => {
    const { conversation, skill } = runs;
    const toId = (number: number) => `${isShared ? '' : `${channel} `}${conversation}/${skill}/${number}`;
    const note = (id: string) => groups.set(id, toKey(runs));
    if (channel === 'authorize') {
      for (const requestId of numbers.map(toId)) {
        note(requestId);
        const form = { skill, requestId };
        if (dice.chance(0.3)) authorized.push({ channel, form });
        authorized.push({ channel, form, commit: isWordless ? {} : { conversation } });
      }
    } else if (channel === 'intake') {
      const requests = numbers.map((number) => ({ id: toId(number), skill }));
      for (const { id } of requests) note(id);
      const item = {
        id: conversation,
        date: new Date(startMs).toISOString(),
        messages: toMessages(runs, numbers, startMs),
      };
      for (const number of numbers) for (const text of toTexts(runs, number)) texts.add(text);
      if (dice.chance(0.3)) items.push({ ...item, requests: requests.slice(0, 1) });
      items.push({ ...item, requests });
    } else {
      for (const number of numbers) {
        traces += 1;
        note(isShared ? toId(number) : `${toTraceId(traces)}:${toSpanId(1)}`);
        spans[channel].push(toRunSpan(traces, runs, { number, request: isShared ? toId(number) : undefined, startMs }));
        for (const text of toTexts(runs, number)) texts.add(text);
        turns.add(`${toKey(runs)} ${number}`);
      }
    }
  };
  const imply = ({ conversation, skill, ...runs }: Runs) => {
    groups.set(conversation, toKey({ conversation, skill, ...runs }));
    const all = { conversation, skill, ...runs };
    for (const text of toTexts(all, 0)) texts.add(text);
    const messages = toMessages(all, [0], startMs);
    items.push({ id: conversation, skill, date: new Date(startMs).toISOString(), messages });
  };
  /** The assistant releases what failed, under the id that the others report, or in its conversation. */
  const release = ({ conversation, skill, count, released }: Runs, ways: readonly Way[], isWordless: boolean) => {
    const own = ways.find(({ channel }) => channel === 'authorize') ?? {
      isShared: ways.every(({ isShared }) => isShared),
    };
    for (let number = count; number < count + released; number += 1) {
      const requestId = `${own.isShared ? '' : 'authorize '}${conversation}/${skill}/${number}`;
      groups.set(requestId, `${conversation} ${skill}`);
      const form = { skill, requestId };
      authorized.push({ channel: 'authorize', form, release: isWordless ? {} : { conversation } });
    }
  };
  return {
    add(runs: readonly Runs[]): void {
      const used = channels.filter(() => dice.chance(0.6));
      const ways = (used.length > 0 ? used : ['intake' as const]).map((channel) => ({
        channel,
        isShared: dice.chance(0.5),
      }));
      const isWordless = ways.every(({ isShared }) => isShared) && dice.chance(wordlessPart);
      const isImplied = runs.length === 1 && runs[0]?.count === 1 && runs[0].released === 0 && dice.chance(impliedPart);
      for (const each of runs) {
        release(each, ways, isWordless);
        for (const { channel, isShared, numbers } of loseSome(each, ways, dice)) {
          if (channel === 'intake' && isImplied && !isShared) imply(each);
          else if (numbers.length > 0)
            report(channel, each, { numbers: ofChannel(channel, each, numbers), isShared, isWordless });
        }
      }
    },
    list: (): Delivery[] => [
      ...authorized,
      ...chunk(shuffle(items, dice), dice).map((conversations): Delivery => {
        return { channel: 'intake', body: { conversations } };
      }),
      ...(['otlp', 'telemetry'] as const).flatMap((channel) =>
        chunk(shuffle(spans[channel], dice), dice).map((each): Delivery => {
          return { channel, body: toJsonRequest(each, {}, `instrumentation of ${channel}`) };
        }),
      ),
    ],
    countTurns: () => turns.size,
    judgeTexts(shown: readonly string[]): Judgement {
      const counts = Map.groupBy(shown, (text) => text);
      const surplus = [...texts].map((text) => (counts.get(text)?.length ?? 0) - 1);
      const isForeign = shown.some((text) => !texts.has(text));
      return { ...toJudgement(surplus), ...(isForeign && { twice: Infinity }) };
    },
    judge(externalIds: readonly string[], planned: readonly Runs[]) {
      const billed = Map.groupBy(externalIds, (id) => groups.get(id) ?? id);
      const surplus = planned.map((runs) => (billed.get(toKey(runs))?.length ?? 0) - runs.count);
      return toJudgement(surplus);
    },
  };
}

function toJudgement(surplus: readonly number[]): Judgement {
  const sum = (values: readonly number[]) => values.reduce((one, other) => one + Math.max(0, other), 0);
  return { twice: sum(surplus), missing: sum(surplus.map((value) => -value)) };
}

const ofChannel = (channel: Channel, { count }: Runs, numbers: readonly number[]): readonly number[] =>
  channel === 'authorize' ? numbers.filter((number) => number < count) : numbers;

interface Reported {
  readonly numbers: readonly number[];
  readonly isShared: boolean;
  /** Whether commits name no conversation. */
  readonly isWordless: boolean;
}

interface Way {
  readonly channel: Channel;
  readonly isShared: boolean;
}

/** Which runs each channel reports: one reports all, or two with the same ids complete each other. */
function loseSome(
  { count: taken, released }: Runs,
  ways: readonly Way[],
  dice: Dice,
): Array<Way & { readonly numbers: number[] }> {
  const count = taken + released;
  const all = Array.from({ length: count }, (_, number) => number);
  const [first, second] = ways.filter(({ isShared }) => isShared);
  const border = dice.below(count);
  const isSplit = first !== undefined && second !== undefined && dice.chance(0.4);
  const complete = ways[dice.below(ways.length)];
  return ways.map((way) => {
    const isKept = !isSplit && way === complete;
    const some = all.filter(() => !dice.chance(lostPart));
    if (isSplit && way === first) return { ...way, numbers: all.slice(0, border + 1) };
    if (isSplit && way === second) return { ...way, numbers: all.slice(border) };
    return { ...way, numbers: isKept ? all : some };
  });
}

function shuffle<T>(values: readonly T[], { below }: Dice): T[] {
  const shuffled = [...values];
  for (let end = shuffled.length - 1; end > 0; end -= 1) {
    const other = below(end + 1);
    [shuffled[end], shuffled[other]] = [shuffled[other] as T, shuffled[end] as T];
  }
  return shuffled;
}

function chunk<T>(values: readonly T[], { below }: Dice): T[][] {
  const chunks: T[][] = [];
  for (let start = 0; start < values.length; start += chunks.at(-1)?.length ?? 1) {
    chunks.push(values.slice(start, start + 1 + below(5)));
  }
  return chunks;
}

/** A commit asks first, as after a crash between both. */
export async function sendDelivery(post: Post, delivery: Delivery): Promise<void> {
  if (delivery.channel === 'intake') await post('/intake/conversations', delivery.body);
  else if (delivery.channel !== 'authorize') await post('/otlp/v1/traces', delivery.body);
  else {
    const { reservation } = (await post('/authorize', delivery.form)) as { reservation: string };
    if (delivery.commit) await post(`/authorize/${reservation}/commit`, delivery.commit);
    if (delivery.release) await post(`/authorize/${reservation}/release`, delivery.release);
  }
}
