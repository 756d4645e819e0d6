import { toSkillKey } from '#server/lib/reported-names.ts';
import { toSaid } from '#domain/conversations/batches/said-twice.ts';
import type { PlacedFacts } from './placed-facts.ts';

/** One turn as one sender reports it. */
export interface SenderTurn {
  /** The outermost run, else the outermost span. */
  readonly top: PlacedFacts;
  /** Facts of a complete tree, by time. */
  readonly facts: readonly PlacedFacts[];
  /** Whose reports count together, as `RunDetails.sender`; empty where it is not known. */
  readonly sender: string;
  /** Name of its skill; undefined where it is no run, which is billed as none. */
  readonly skill: string | undefined;
  /** The sender's id of the run, where it says one. */
  readonly request: string | null;
}

/** Reports of one turn by several senders, the one that counts first. */
export type SameTurn = readonly [SenderTurn, ...SenderTurn[]];

/** By the key of a reported name: what stands for all names that are mapped to one skill. */
export type SkillScopes = ReadonlyMap<string, string>;

/** Whether a sender reports a call of a model in a trace of its own, which is part of the run, and not the run itself. */
export const isCallOf = (run: SenderTurn, other: SenderTurn): boolean =>
  run.skill !== undefined && other.skill === undefined;

interface Side extends SenderTurn {
  readonly scope: string;
  readonly question: string | undefined;
  readonly startMs: number;
  readonly endMs: number;
}

/** Clocks of two machines differ by as much. */
export const skewMs = 60_000;

/**
 * Finds the turns that several senders report, as the ledger takes them for one run: of one skill, under one id, or where they share
 * none, of each sender one at most. Which of them are the same is known by what the user asked, else by their time; those of
 * which neither agrees stay apart, so that no text is lost. A call of a model in a trace of its own is part of the run of another
 * sender during which it took place.
 * @param turns by time
 */
export function matchTurns(turns: readonly SenderTurn[], scopes: SkillScopes): SameTurn[] {
  const senders = new Set(turns.map(({ sender }) => sender));
  if (senders.size < 2) return turns.map((turn) => [turn]);
  const sides = turns.map((turn) => toSide(turn, scopes));
  const runs = sides.filter(({ skill }) => skill !== undefined);
  const groups: Side[][] = [];
  for (const ofScope of Map.groupBy(runs, ({ scope }) => scope).values()) groups.push(...matchSenders(ofScope));
  const [calls, inside] = absorb(
    sides.filter(({ skill }) => skill === undefined),
    groups,
  );
  groups.push(...matchSenders(calls));
  for (const [group, call] of inside) group.push(call);
  return groups
    .flatMap(([first, ...others]): SameTurn[] => (first ? [[first, ...others]] : []))
    .toSorted(([one], [other]) => one.top.facts.startMs - other.top.facts.startMs);
}

function toSide(turn: SenderTurn, scopes: SkillScopes): Side {
  const { startMs, endMs } = turn.top.facts;
  const key = toSkillKey(turn.skill ?? '');
  return { ...turn, scope: scopes.get(key) ?? key, question: findQuestion(turn), startMs, endMs: endMs ?? startMs };
}

/** The last text of the user that the outermost span with inputs has. */
function findQuestion({ facts }: SenderTurn): string | undefined {
  for (const { facts: fact } of facts) {
    const asked = (fact.inputs.length > 0 ? fact.inputs : (fact.vague?.inputs ?? [])).findLast(
      ({ isAssistant, parts }) => !isAssistant && parts.length > 0,
    );
    if (asked) return toSaid(asked);
  }
  return undefined;
}

/** Matches the turns of one sender after the other to those found so far; the sender that says most comes first. */
function matchSenders(sides: readonly Side[]): Side[][] {
  const groups: Side[][] = [];
  for (const own of rankSenders(sides)) {
    if (own[0]?.sender === '') groups.push(...own.map((side) => [side]));
    else matchOne(own, groups);
  }
  return groups;
}

function rankSenders(sides: readonly Side[]): Side[][] {
  const rank = (own: readonly Side[]) => own.filter(({ question }) => question !== undefined).length;
  const span = (own: readonly Side[]) => own.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0) / own.length;
  const bySender = [...Map.groupBy(sides, ({ sender }) => sender)].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return bySender
    .map(([, own]) => own)
    .toSorted((one, other) => rank(other) - rank(one) || other.length - one.length || span(other) - span(one));
}

type Evidence = (one: Side, other: Side) => boolean;

const isSameQuestion: Evidence = (one, other) => one.question !== undefined && one.question === other.question;
/** At least half of the shorter one: turns that follow each other touch. */
const isDuring: Evidence = (one, other) => {
  const shared = Math.min(one.endMs, other.endMs) - Math.max(one.startMs, other.startMs);
  return shared >= 0 && shared * 2 >= Math.min(one.endMs - one.startMs, other.endMs - other.startMs);
};
/** True where nothing says that they are two. */
const isNear: Evidence = (one, other) =>
  (one.question === undefined || other.question === undefined) && getGap(one, other) <= skewMs;
const getGap = (one: Side, other: Side) => Math.max(one.startMs - other.endMs, other.startMs - one.endMs, 0);

function matchOne(own: readonly Side[], groups: Side[][]): void {
  const ids = new Map(groups.flatMap((group) => group.flatMap(({ request }) => (request ? [[request, group]] : []))));
  const [shared, others] = partition(own, ({ request }) => request !== null && ids.has(request));
  const known = [...groups];
  for (const side of shared) ids.get(side.request ?? '')?.push(side);
  if (shared.length > 0) {
    // Who shares one id shares all of them.
    groups.push(...others.map((side) => [side]));
    return;
  }
  const free = new Set(known.filter(([first]) => first?.sender !== ''));
  let left: readonly Side[] = others;
  for (const isSame of [isSameQuestion, isDuring, isNear]) {
    left = left.filter((side) => {
      const group = findNearest(side, [...free], isSame);
      if (!group) return true;
      free.delete(group);
      group.push(side);
      return false;
    });
  }
  groups.push(...left.map((side) => [side]));
}

function findNearest(side: Side, groups: readonly Side[][], isSame: Evidence): Side[] | undefined {
  let nearest: Side[] | undefined;
  let least = Infinity;
  for (const group of groups) {
    for (const other of group) {
      const distance = Math.abs(other.startMs - side.startMs);
      if (distance < least && isSame(side, other)) [nearest, least] = [group, distance];
    }
  }
  return nearest;
}

/** Which calls are part of runs of other senders, by the time at which they began. */
function absorb(calls: readonly Side[], groups: readonly Side[][]): [Side[], Array<[Side[], Side]>] {
  const inside: Array<[Side[], Side]> = [];
  const own = calls.filter((call) => {
    const group =
      call.sender === ''
        ? undefined
        : groups.find((each) =>
            each.some(
              ({ sender, startMs, endMs }) =>
                sender !== call.sender && sender !== '' && startMs <= call.startMs && call.startMs <= endMs,
            ),
          );
    if (group) inside.push([group, call]);
    return !group;
  });
  return [own, inside];
}

function partition<T>(values: readonly T[], isFirst: (value: T) => boolean): [T[], T[]] {
  return [values.filter(isFirst), values.filter((value) => !isFirst(value))];
}
