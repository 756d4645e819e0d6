/* Prices with days, tiers, base fees, VAT with days and the one rule of rounding as a simple model in BigInt, with a calendar of its own. */

interface Tier {
  /** Null for the last one. */
  readonly upTo: number | null;
  readonly price: bigint;
}

/** Amounts in ten-thousandths, days as `2026-11-30`. */
export interface Agreement {
  readonly validFrom: string;
  readonly price: bigint | null;
  readonly tiers: readonly Tier[] | null;
  readonly baseFee: bigint;
}

export interface ModelSkill {
  readonly name: string;
  readonly firstPrice: bigint;
  /** Standard prices from a day on, in the order of their days. */
  readonly changes: readonly { readonly validFrom: string; readonly price: bigint }[];
  /** In the order of their days. */
  readonly agreements: readonly Agreement[];
}

/** How the provider taxes a customer. */
export interface ModelVat {
  /** In thousandths of a percent, in the order of their days; the first holds from the beginning. */
  readonly rates: readonly { readonly validFrom: string; readonly rate: bigint }[];
  /** In the order of their days; before the first one VAT is charged. */
  readonly decisions: readonly { readonly validFrom: string; readonly treatment: string }[];
}

/** Sum of one treatment and rate; whole cents. */
export interface ModelPart {
  readonly treatment: string;
  readonly rate: bigint;
  readonly net: bigint;
  readonly amount: bigint;
}

interface Run {
  readonly skill: string;
  readonly day: string;
  readonly price: bigint;
}

const dayMs = 86_400_000;

/** The day of an instant at a fixed offset, by the days since 1970 in the Gregorian calendar. */
export function toModelDay(instant: number, offsetMinutes: number): string {
  let left = Math.floor((instant + offsetMinutes * 60_000) / dayMs);
  let year = 1970;
  const isLeap = () => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  for (; left >= (isLeap() ? 366 : 365); year += 1) left -= isLeap() ? 366 : 365;
  const months = [31, isLeap() ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  let month = 0;
  for (; left >= (months[month] ?? 31); month += 1) left -= months[month] ?? 31;
  return [year, month + 1, left + 1].map((part) => String(part).padStart(2, '0')).join('-');
}

const latest = <Dated extends { readonly validFrom: string }>(dated: readonly Dated[], day: string) =>
  dated.findLast(({ validFrom }) => validFrom <= day);

const roundedCost = (runs: number, price: bigint): bigint => ((BigInt(runs) * price + 50n) / 100n) * 100n;

/** The last day of a month, `2026-02`. */
const lastDayOf = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const days = [
    31,
    (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28,
    31,
    30,
    31,
    30,
    31,
    31,
    30,
    31,
    30,
    31,
  ];
  return `${month}-${days[number - 1]}`;
};

/** Half up to the cent, of the positive amount. */
function taxOf(net: bigint, rate: bigint): bigint {
  if (net < 0n) return -taxOf(-net, rate);
  return (((net / 100n) * rate + 50_000n) / 100_000n) * 100n;
}

/** VAT of amounts by the last day of their months: once for each treatment and rate, on the sum. */
export function getModelVat(
  { rates, decisions }: ModelVat,
  amounts: readonly { month: string; net: bigint }[],
): ModelPart[] {
  const parts = new Map<string, ModelPart>();
  for (const { month, net } of amounts) {
    const day = lastDayOf(month);
    const treatment = latest(decisions, day)?.treatment ?? 'domestic';
    const rate = treatment === 'domestic' ? (latest(rates, day)?.rate ?? 0n) : 0n;
    const sum = (parts.get(`${treatment} ${rate}`)?.net ?? 0n) + net;
    parts.set(`${treatment} ${rate}`, { treatment, rate, net: sum, amount: taxOf(sum, rate) });
  }
  return [...parts.values()];
}

/** One company: its ledger, and its reservations by id. */
export function createLedgerModel(skills: readonly ModelSkill[]) {
  const ledger: Run[] = [];
  const held = new Map<string, Run & { expiresAt: number }>();

  function getPrice(skill: ModelSkill, day: string, now: number): bigint {
    const agreement = latest(skill.agreements, day);
    const standard = latest(skill.changes, day)?.price ?? skill.firstPrice;
    if (!agreement?.tiers) return agreement?.price ?? standard;
    const { tiers, validFrom } = agreement;
    const next = skill.agreements.find((each) => each.validFrom > validFrom)?.validFrom ?? '9999-12-31';
    const counted = [...ledger, ...[...held.values()].filter(({ expiresAt }) => expiresAt > now)].filter(
      (run) => run.skill === skill.name && run.day.slice(0, 7) === day.slice(0, 7),
    );
    for (const [place, tier] of tiers.entries()) {
      const higher = tiers.slice(place + 1).map(({ price }) => price);
      const inHigher = counted.filter((run) => run.day >= validFrom && run.day < next && higher.includes(run.price));
      if (tier.upTo === null || counted.length - inHigher.length < tier.upTo) return tier.price;
    }
    throw new Error('the last tier has no end');
  }

  const inMonth = (month: string) => ledger.filter(({ day }) => day.startsWith(month));

  /** Sums by skill and price, each rounded once. */
  function getCost(runs: readonly Run[]): bigint {
    const groups = Map.groupBy(runs, ({ skill, price }) => `${skill} ${price}`);
    return [...groups.values()].reduce((sum, group) => sum + roundedCost(group.length, group[0]?.price ?? 0n), 0n);
  }

  return {
    /** Reported runs enter the ledger in the order of their days and instants. */
    report(runs: readonly { skill: ModelSkill; day: string; instant: number }[], now: number): void {
      for (const { skill, day } of runs.toSorted((a, b) => a.day.localeCompare(b.day) || a.instant - b.instant)) {
        ledger.push({ skill: skill.name, day, price: getPrice(skill, day, now) });
      }
    },
    hold(id: string, skill: ModelSkill, day: string, at: { now: number; expiresAt: number }): void {
      const price = getPrice(skill, day, at.now);
      held.set(id, { skill: skill.name, day, price, expiresAt: at.expiresAt });
    },
    commit(id: string): void {
      const run = held.get(id);
      if (run) ledger.push(run);
      held.delete(id);
    },
    release: (id: string) => held.delete(id),
    getRequests: (month: string) => inMonth(month).length,
    getCost: (month: string) => getCost(inMonth(month)),
    getFees: (month: string) =>
      skills.reduce((sum, { agreements }) => sum + (latest(agreements, `${month}-31`)?.baseFee ?? 0n), 0n),
  };
}
