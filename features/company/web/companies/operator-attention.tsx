import { useQuery } from '@tanstack/react-query';
import { formatShortDate, formatShortDay } from '#contract/calendar/formats.ts';
import type { CompanyAttention, AttentionKind } from '#contract/attention/attention-facts.ts';
import { attentionKindNames, attentionKinds } from '#contract/attention/attention-kinds.ts';
import { queries } from '#web/api/queries.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { paths } from '#web/paths.ts';
import { useCompaniesAttention } from '#web/records/attention/use-companies-attention.ts';
import { AttentionList, type ShownAttention } from '#web/records/attention/attention-list.tsx';
import type { Narrowing } from '#web/records/use-only-in-url.tsx';
import type { NamedCompany } from '#web/records/companies/use-opening-question.tsx';
import { Block, Row, Text } from '#web/ui/layout/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { listConcerns } from '../operations/list-concerns.ts';
import type { CompanyRow } from './company-row.ts';

/** Narrows the list of companies to those of one line: `?only=overdueInvoices`. */
export function toNarrowings(
  companies: readonly CompanyAttention[] = [],
): Readonly<Record<string, Narrowing<NamedCompany>>> {
  return Object.fromEntries(
    attentionKindNames.map((kind) => {
      const ids = new Set(listWith(companies, kind).map(({ id }) => id));
      const words = 'of this line of “Needs attention”';
      return [
        kind,
        { one: `company ${words}`, many: `companies ${words}`, matches: ({ id }: NamedCompany) => ids.has(id) },
      ];
    }),
  );
}

const listWith = (companies: readonly CompanyAttention[], wanted: AttentionKind) =>
  companies.filter(({ kinds }) => kinds.some(({ kind }) => kind === wanted));

/** One line for each kind: of the only company that has it, or of so many, to which it narrows the list below. */
export function toCompanyLines(
  companies: readonly CompanyAttention[],
  onOpen: (company: NamedCompany) => void,
): ShownAttention[] {
  return attentionKindNames.flatMap((kind): ShownAttention[] => {
    const { tone, toSummary } = attentionKinds[kind];
    const concerned = listWith(companies, kind);
    const [first] = concerned;
    if (!first) return [];
    const count = concerned
      .flatMap(({ kinds }) => kinds)
      .reduce((sum, each) => sum + (each.kind === kind ? each.count : 0), 0);
    if (concerned.length === 1)
      return [{ key: kind, tone, sentence: toSummary(count, first.name), open: () => onOpen(first) }];
    const address = { path: paths.companies(), search: { only: kind } };
    return [{ key: kind, tone, sentence: toSummary(count, `${concerned.length} companies`), address }];
  });
}

const isProposed = ({ suspension, figures }: CompanyRow) => !suspension && figures?.suspension != null;
const isWaiting = ({ status }: CompanyRow) => status === 'pending';

/** Parameters of the address that narrow the list to what it says itself. */
const [proposedSuspensions, waitingApprovals] = ['proposedSuspensions', 'waitingApprovals'];

export const narrowingsOfList: Readonly<Record<string, Narrowing<CompanyRow>>> = {
  [proposedSuspensions]: {
    one: 'company with a proposed suspension',
    many: 'companies with a proposed suspension',
    matches: isProposed,
  },
  [waitingApprovals]: {
    one: 'company that waits for approval',
    many: 'companies that wait for approval',
    matches: isWaiting,
  },
};

/** Lines of what the list itself says: suspensions that are proposed, and sign-ups that wait for approval. */
export const toLinesOfList = (
  companies: readonly CompanyRow[] = [],
  timeZone: string,
  onSuspend: (company: CompanyRow) => void,
): ShownAttention[] => [
  ...toProposalLines(companies.filter(isProposed), onSuspend),
  ...toApprovalLines(companies.filter(isWaiting), timeZone),
];

/** One line for all companies of which a suspension is proposed; of a single one it opens the dialog that suspends. */
function toProposalLines(proposed: readonly CompanyRow[], onSuspend: (company: CompanyRow) => void): ShownAttention[] {
  const [first] = proposed;
  const facts = first?.figures?.suspension;
  if (!first || !facts) return [];
  const line = { key: proposedSuspensions, tone: 'red' as const };
  if (proposed.length === 1) {
    const sentence = `Suspend ${first.name}? An invoice has been overdue since ${formatShortDay(facts.dueDay)}`;
    return [{ ...line, sentence, open: () => onSuspend(first) }];
  }
  const sentence = `Suspend ${proposed.length} companies? Their invoices have been overdue for more than ${facts.days} days`;
  return [{ ...line, sentence, address: { path: paths.companies(), search: { only: proposedSuspensions } } }];
}

/** One line for all companies that wait for the provider's approval; it narrows the list to them, whose rows have the button. */
function toApprovalLines(waiting: readonly CompanyRow[], timeZone: string): ShownAttention[] {
  const [first] = waiting.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
  if (!first) return [];
  const day = formatShortDate(first.createdAt, timeZone);
  const sentence =
    waiting.length === 1
      ? `${first.name} signed up on ${day} and waits for your approval`
      : `${waiting.length} companies wait for your approval, the first since ${day}`;
  const address = { path: paths.companies(), search: { only: waitingApprovals } };
  return [{ key: waitingApprovals, tone: 'amber', sentence, address }];
}

/** Needs of the operator: those of the installation, and those of all companies. `proposals` are further lines of these. */
export function useOperatorAttention(onOpen: (company: NamedCompany) => void, proposals: readonly ShownAttention[]) {
  const { timeZone } = useCurrentUser();
  const options = { throwOnError: false } as const;
  const installation = useQuery(queries.operations.get.queryOptions(options));
  const asked = useCompaniesAttention();
  const { companies } = asked;
  const concerns = installation.data && listConcerns(installation.data, new Date(installation.dataUpdatedAt), timeZone);
  const ofInstallation = concerns?.map(({ text, ...concern }): ShownAttention => ({ ...concern, sentence: text }));
  const ofCompanies = companies && toCompanyLines(companies, onOpen);
  const hasNone = installation.error !== null && !installation.data;
  const isLoading = (!installation.data && !hasNone) || (!companies && !asked.error);
  const lines = [...(ofInstallation ?? []), ...proposals, ...(ofCompanies ?? [])];
  return {
    companies,
    /** Whether further companies are still asked, so that lines may follow. */
    isAsking: asked.isAsking,
    // The most urgent first, without those that are on their way.
    lines: isLoading
      ? undefined
      : lines.toSorted((one, other) => Number(other.tone === 'red') - Number(one.tone === 'red')),
    hasFailed: hasNone || asked.error !== null,
    isFetching: (hasNone && installation.isFetching) || (asked.error !== null && asked.isFetching),
    retry: () => {
      if (hasNone) void installation.refetch();
      if (asked.error) asked.retry();
    },
  };
}

/** A list of what needs the operator, in the installation and in the companies; each line goes when it is done. */
export function OperatorAttention({ attention }: { attention: ReturnType<typeof useOperatorAttention> }) {
  const { lines, isAsking, hasFailed, isFetching, retry } = attention;
  const isEmptyByFailure = hasFailed && lines?.length === 0;
  return (
    <Block as="section" below={10} aria-labelledby="companies-attention">
      <h2 id="companies-attention">Needs attention</h2>
      <Block above={3}>
        {!isEmptyByFailure && (
          <AttentionList lines={lines} expected={3} empty={<Text tone="soft">Nothing needs you.</Text>} />
        )}
        {hasFailed && (
          <Row gap={3} size="sm" tone="soft" tall>
            <span>{isEmptyByFailure ? 'This could not be loaded.' : 'A part of this could not be loaded.'}</span>
            <LinkButton disabled={isFetching} onClick={retry}>
              Retry
            </LinkButton>
          </Row>
        )}
      </Block>
      {isAsking && (
        <Text size="sm" tone="faint" above={2}>
          Further companies are still being checked.
        </Text>
      )}
    </Block>
  );
}
