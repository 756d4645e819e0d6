import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { attentionKinds, describeAttention } from '#contract/attention/attention-kinds.ts';
import { getFirstStep } from '#contract/first-steps/first-steps.ts';
import type { FirstSteps } from '#features/company/contract/first-steps.ts';
import type { CurrentUser } from '#features/sign-in/contract/session-forms.ts';
import { isOperatorAtHome } from '#web/api/current-user.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { queries } from '#web/api/queries.ts';
import { useIdempotentCall } from '#web/api/use-idempotent-call.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/paths.ts';
import { AttentionList, type ShownAttention } from '#web/records/attention/attention-list.tsx';
import { useCompaniesAttention } from '#web/records/attention/use-companies-attention.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { Block, Row, Text, look } from '#web/ui/layout/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

const attentionQuery = queries.attention.list.queryOptions();

type Attention = ReturnType<typeof useAttention>;

/** For so long the rest of the page waits for the list, so that it does not move when the lines come. */
const patienceMs = 2000;

/** So often a new company's steps are looked at, because assistants and colleagues do some of them. */
const tickMs = 5000;

/** Loads what needs the reader, and a new company's first steps. `isSettled` once its place on the page is known. */
export function useAttention(user: CurrentUser) {
  const { data, error, isFetching, refetch } = useQuery({
    ...attentionQuery,
    refetchInterval: ({ state }) => (state.data?.firstSteps ? tickMs : false),
    // A step that was just done is ticked when its person comes back.
    refetchOnMount: ({ state }) => (state.data?.firstSteps ? 'always' : true),
  });
  const companies = useCompaniesLine(user);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  const { firstSteps } = data ?? {};
  const covered = listCovered(firstSteps);
  const listed = data?.lines.filter(({ kind }) => !covered.includes(kind));
  const own = listed?.map((line) => ({ key: line.kind, ...describeAttention(line, user.timeZone) }));
  const lines = companies && own && [...companies, ...own];
  const hasFailed = error !== null && !data;
  return {
    lines,
    firstSteps,
    isConnected: firstSteps?.steps.every(({ kind, isDone }) => kind !== 'assistant' || isDone) ?? true,
    isMailed: data?.isMailed,
    hasFailed,
    isFetching,
    retry: () => void refetch(),
    isSettled: lines !== undefined || hasFailed || isLate,
  };
}

/** The lines that an open step says already. */
const listCovered = (firstSteps: FirstSteps | undefined) =>
  (firstSteps?.steps ?? []).filter(({ isDone }) => !isDone).map(({ kind }) => getFirstStep(kind).covers);

interface NeedsAttentionProps {
  user: CurrentUser;
  attention: Attention;
}

/** A list of what needs the reader, above the figures; each line goes when it is done. */
export function NeedsAttention({ user, attention }: NeedsAttentionProps) {
  const { lines, firstSteps, isMailed, hasFailed, isFetching, retry } = attention;
  // The steps stand above, and say what needs the reader.
  if (firstSteps && lines?.length === 0) return null;
  return (
    <Block as="section" below={6} aria-labelledby="needs-attention">
      <Row gap={4} align="baseline" justify="between" wrap below={3}>
        <h2 id="needs-attention">Needs attention</h2>
        <MondayMail user={user} isMailed={isMailed} />
      </Row>
      {hasFailed ? (
        <Row gap={3} size="sm" tone="soft" tall>
          <span>This could not be loaded.</span>
          <LinkButton disabled={isFetching} onClick={retry}>
            Retry
          </LinkButton>
        </Row>
      ) : (
        <AttentionList lines={lines} empty={<Text tone="soft">Nothing needs you.</Text>} />
      )}
    </Block>
  );
}

/** For the provider at home: one line that leads to the companies in which something needs it. Undefined while it is loaded. */
function useCompaniesLine(user: CurrentUser): ShownAttention[] | undefined {
  const isOperator = isOperatorAtHome(user);
  const { companies, error } = useCompaniesAttention(isOperator);
  if (!isOperator || (error && !companies)) return [];
  if (!companies) return undefined;
  if (companies.length === 0) return [];
  const isUrgent = companies.some(({ kinds }) => kinds.some(({ kind }) => attentionKinds[kind].tone === 'red'));
  const [first] = companies;
  const sentence =
    companies.length === 1
      ? `Something needs you at ${first?.name}`
      : `Something needs you in ${companies.length} companies`;
  return [{ key: 'companies', tone: isUrgent ? 'red' : 'amber', sentence, address: { path: paths.companies() } }];
}

/** Offers the list by mail; undefined where the reader acts in another company, or nothing is loaded. */
function MondayMail({ user, isMailed }: { user: CurrentUser; isMailed: boolean | undefined }) {
  const create = useCall(queries.mailReports.create, { changes: [queries.attention.list, queries.mailReports.list] });
  const send = useIdempotentCall();
  if (isMailed === undefined) return null;
  if (isMailed) {
    return (
      <Link to={paths.reports()} {...look({ size: 'sm', tone: 'quiet' })}>
        E-mailed to you
      </Link>
    );
  }
  async function choose() {
    try {
      await send((headers) => create.mutateAsync({ body: mondayReport(user.id), headers }));
      showToast('You get this list by e-mail on Mondays at 8:00.');
    } catch (error) {
      showToast(toErrorWords(error), 'error');
    }
  }
  return (
    <Block size="sm">
      <LinkButton disabled={create.isPending} onClick={() => void choose()}>
        E-mail me this on Mondays
      </LinkButton>
    </Block>
  );
}

/** Sent where something needs its reader; changed and stopped as every e-mail report. */
const mondayReport = (userId: string) => ({
  name: 'Needs attention',
  userId,
  weekday: 1,
  hour: 8,
  period: 'week' as const,
  parts: ['attention' as const],
  technicalUsers: false,
  attachesUsage: false,
  isEnabled: true,
});

/** So often the list follows the figures that the portal sends; each of them may be a second after the last. */
const followMs = 30_000;

/** Loads what needs the reader again when conversations came in, though not with each of them. */
export function useFollowingAttention() {
  const queryClient = useQueryClient();
  return () => {
    const { queryKey } = attentionQuery;
    const loadedAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
    if (Date.now() - loadedAt > followMs) void queryClient.invalidateQueries({ queryKey });
  };
}
