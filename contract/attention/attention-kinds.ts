import { formatShortDate, formatShortDay } from '../calendar/formats.ts';
import type { Capability } from '../capabilities.ts';
import { grossWords, netWords, vatTreatmentWords } from '#features/billing/contract/vat-words.ts';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import type { AttentionFacts, AttentionKind, AttentionLine } from './attention-facts.ts';

/** A page of the portal, and what narrows it down to the rows that a line counts. */
export interface AttentionAddress {
  readonly path: string;
  readonly search?: Readonly<Record<string, string | boolean>>;
  /** A part of the page. */
  readonly hash?: string;
}

/** A kind of line; without schemas, because the browser reads it too. */
interface AttentionKindFacts<Facts> {
  /** All are needed: to open the page of the line, and to do what ends it. */
  readonly needs: readonly Capability[];
  /** Red: money or a service is lost until it is done. */
  readonly tone: 'red' | 'amber';
  readonly toAddress: (facts: Facts) => AttentionAddress;
  /** One sentence without its full stop, for the page and the mail. */
  readonly toSentence: (facts: Facts, zone: string) => string;
  /** The figure beside it; empty where the sentence says all. */
  readonly toFigure: (facts: Facts) => string;
  /**
   * The same for the provider, without its full stop, name and reason: so many in all of `where`, the name of a company or
   * `3 companies`.
   */
  readonly toSummary: (count: number, where: string) => string;
}

const noFigure = () => '';
const plural = (count: number, one: string, many = `${one}s`) => (count === 1 ? `1 ${one}` : `${count} ${many}`);
const others = (count: number) => (count === 1 ? '' : ` and ${plural(count - 1, 'other')}`);
const has = (count: number) => (count === 1 ? 'has' : 'have');
const is = (count: number) => (count === 1 ? 'is' : 'are');

/** The parts of the usage pages that hold the limits. */
export const limitPlaces = { account: 'limit', skill: 'skills', support: 'support-limits' } as const;

function toLimitAddress(of: ReachedLimits['of']): AttentionAddress {
  if (of === 'person' || of === 'department' || of === 'key')
    return { path: '/settings/usage/limits', search: { kind: of } };
  return { path: of === 'support' ? '/settings/usage/support' : '/settings/usage', hash: limitPlaces[of] };
}

/** Every kind, in the order of the list: the most urgent first. */
export const attentionKinds: { readonly [Kind in AttentionKind]: AttentionKindFacts<AttentionFacts<Kind>> } = {
  overdueInvoices: {
    needs: ['billing.read', 'invoices.manage'],
    tone: 'red',
    toAddress: () => ({ path: '/settings/billing', search: { status: 'overdue' } }),
    toSentence: ({ count, dueDay }) =>
      count === 1
        ? `1 invoice is overdue: it was due on ${formatShortDay(dueDay)}`
        : `${count} invoices are overdue: the first was due on ${formatShortDay(dueDay)}`,
    toFigure: ({ total }) => `${formatEuroAmount(total)} ${grossWords}`,
    toSummary: (count, where) => `${plural(count, 'invoice')} of ${where} ${is(count)} overdue`,
  },
  reachedLimits: {
    needs: ['billing.read', 'limits.manage'],
    tone: 'red',
    toAddress: ({ of }) => toLimitAddress(of),
    toSentence: (facts) => `${describeReached(facts)}; ${describeEffect(facts)}`,
    toFigure: describeShare,
    toSummary: (count, where) => `${plural(count, 'limit')} of ${where} ${has(count)} been reached`,
  },
  forecastLimits: {
    needs: ['billing.read', 'limits.manage'],
    tone: 'amber',
    toAddress: ({ of }) => ({ path: '/settings/usage', hash: limitPlaces[of] }),
    toSentence: ({ count, of, name, limit, reachedOn }) =>
      `${nameLimit(of, name)} of ${formatEuroAmount(limit)} ${netWords} is expected to be reached on ${formatShortDay(reachedOn)}${moreLimits(count)}`,
    toFigure: ({ expected }) => `about ${formatEuroAmount(expected)}`,
    toSummary: (count, where) => `${plural(count, 'limit')} of ${where} ${is(count)} expected to be reached`,
  },
  brokenIntegrations: {
    needs: ['integrations.open-pages', 'integrations.manage'],
    tone: 'red',
    toAddress: () => ({ path: '/integrations', search: { only: 'broken' } }),
    toSentence: ({ count, name, since }, zone) =>
      `${name}${others(count)} ${has(count)} not worked since ${formatShortDate(since, zone)}`,
    toFigure: noFigure,
    toSummary: (count, where) => `${plural(count, 'integration')} of ${where} ${count === 1 ? 'does' : 'do'} not work`,
  },
  failingKeys: {
    needs: ['intake.manage'],
    tone: 'red',
    toAddress: () => ({ path: '/integrations/intake', search: { only: 'failing' } }),
    toSentence: ({ count, name, since }, zone) =>
      `Many reports of ${name}${others(count)} have been rejected since ${formatShortDate(since, zone)}`,
    toFigure: noFigure,
    toSummary: (count, where) => `Many reports of ${plural(count, 'key')} of ${where} are rejected`,
  },
  silentKeys: {
    needs: ['intake.manage'],
    tone: 'amber',
    toAddress: () => ({ path: '/integrations/intake', search: { only: 'silent' } }),
    toSentence: ({ count, name, since }, zone) =>
      `${name}${others(count)} ${has(count)} been silent since ${formatShortDate(since, zone)}`,
    toFigure: noFigure,
    toSummary: (count, where) => `${plural(count, 'key')} of ${where} ${is(count)} silent`,
  },
  failedAnswers: {
    needs: ['transcripts.read-own', 'transcripts.read-all'],
    tone: 'amber',
    toAddress: ({ from, to }) => ({
      path: '/analytics/logs',
      search: { from, to, failed: true, reviews: 'none,open' },
    }),
    toSentence: ({ count, isMore, reasons: [commonest] }) => {
      const failed = `${isMore ? 'More than ' : ''}${plural(count, 'conversation')}`;
      const reason =
        commonest && commonest.reason !== '' ? `, ${describePart(commonest.count, count)}${commonest.reason}` : '';
      return `${failed} of the last 7 days ended with a failure${reason}`;
    },
    toFigure: noFigure,
    toSummary: (count, where) => `${plural(count, 'conversation')} of ${where} ended with a failure in the last 7 days`,
  },
  unmappedSkills: {
    needs: ['intake.manage'],
    tone: 'amber',
    toAddress: () => ({ path: '/integrations/intake/mapping', search: { only: 'unmapped' } }),
    toSentence: ({ count, name }) =>
      count === 1
        ? `The reported name ${name} is mapped to no skill`
        : `${count} reported names are mapped to no skill, most used ${name}`,
    toFigure: noFigure,
    toSummary: (count, where) => `${plural(count, 'reported name')} of ${where} ${is(count)} mapped to no skill`,
  },
  waitingInvitations: {
    needs: ['users.manage'],
    tone: 'amber',
    toAddress: () => ({ path: '/users', search: { state: 'Invited' } }),
    toSentence: ({ count, since }, zone) =>
      count === 1
        ? `1 person who was invited on ${formatShortDate(since, zone)} has never signed in`
        : `${count} people who were invited have never signed in, the first since ${formatShortDate(since, zone)}`,
    toFigure: noFigure,
    toSummary: (count, where) =>
      `${plural(count, 'person', 'people')} invited by ${where} ${has(count)} never signed in`,
  },
  silentLimits: {
    needs: ['notifications.manage'],
    tone: 'amber',
    toAddress: () => ({ path: '/settings/notifications' }),
    toSentence: ({ count }) =>
      count === 1
        ? 'No one is notified when your limit is reached'
        : `No one is notified when one of your ${count} limits is reached`,
    toFigure: noFigure,
    toSummary: (count, where) => `${plural(count, 'limit')} of ${where} ${count === 1 ? 'notifies' : 'notify'} no one`,
  },
  undecidedVat: {
    needs: ['billing.read', 'invoices.manage-issued'],
    tone: 'amber',
    toAddress: () => ({ path: '/settings/billing' }),
    toSentence: ({ charged, proposed }) =>
      `VAT of this company is not decided: charged is ${vatTreatmentWords[charged]}, and its country and number say ${vatTreatmentWords[proposed]}`,
    toFigure: noFigure,
    toSummary: (_, where) => `VAT is not decided for ${where}`,
  },
  companyData: {
    needs: ['company.read', 'company.update', 'company.see-vat-number', 'company.change-vat-number'],
    tone: 'amber',
    toAddress: () => ({ path: '/settings/company' }),
    toSentence: ({ missing }) => `The next invoice needs data of your company: ${missing.join(', ')}`,
    toFigure: noFigure,
    toSummary: (count, where) => `${plural(count, 'field')} that invoices need ${is(count)} empty for ${where}`,
  },
};

export const attentionKindNames = Object.keys(attentionKinds) as readonly AttentionKind[];

/** A line in words. `tone` is its severity. */
export interface AttentionWords {
  readonly kind: AttentionKind;
  readonly tone: 'red' | 'amber';
  readonly sentence: string;
  readonly figure: string;
  readonly address: AttentionAddress;
}

/** @param zone in which its dates are counted */
export const describeAttention = (line: AttentionLine, zone: string): AttentionWords => describe(line, zone);

function describe<Kind extends AttentionKind>(
  { kind, facts }: { readonly kind: Kind; readonly facts: AttentionFacts<Kind> },
  zone: string,
): AttentionWords {
  const { tone, toAddress, toSentence, toFigure } = attentionKinds[kind];
  return { kind, tone, address: toAddress(facts), sentence: toSentence(facts, zone), figure: toFigure(facts) };
}

type ReachedLimits = AttentionFacts<'reachedLimits'>;

function describeReached({ count, of, name, limit, since }: ReachedLimits): string {
  return `${nameLimit(of, name)} of ${formatEuroAmount(limit)} ${netWords} has been reached${describeDay(since)}${moreLimits(count)}`;
}

const describeDay = (since: string | null) => (since === null ? '' : ` since ${formatShortDay(since)}`);

const nameLimit = (of: ReachedLimits['of'], name: string) =>
  of === 'account' ? 'The account limit' : `The limit of ${nameOwner(of, name)}`;

const moreLimits = (count: number) =>
  count === 1 ? '' : `, and so ${count === 2 ? 'is 1 other' : `are ${count - 1} others`}`;

function nameOwner(of: Exclude<ReachedLimits['of'], 'account'>, name: string): string {
  if (of !== 'support') return name;
  return name === '' ? 'all support' : `${name} support`;
}

function describeEffect({ of, action, running, moreRunning }: ReachedLimits): string {
  if (of === 'support') return 'support is not stopped';
  if (action === 'warn') return 'it only warns and stops nothing';
  if (running.length === 0) return 'assistants that ask before each run are stopped';
  const names = [...running, ...(moreRunning > 0 ? [plural(moreRunning, 'other')] : [])];
  const [last = '', ...first] = names.toReversed();
  const all = first.length === 0 ? last : `${first.toReversed().join(', ')} and ${last}`;
  return names.length === 1
    ? `${all} still runs, because it only reports`
    : `${all} still run, because they only report`;
}

/** Rounded down, so that a limit that is only nearly reached never shows as reached. */
function describeShare({ spent, limit }: ReachedLimits): string {
  return limit <= 0 ? formatEuroAmount(spent) : `${(Math.floor((spent / limit) * 1000 + 1e-9) / 10).toFixed(1)}%`;
}

const describePart = (part: number, all: number) => (part === all ? '' : part * 2 > all ? 'mostly ' : 'most often ');
