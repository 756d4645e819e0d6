import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { can } from '#contract/capabilities.ts';
import { netWords } from '#features/billing/contract/vat-words.ts';
import { limitOwnerNames, limitOwners, type LimitOwner } from '#features/money/contract/limits/limit-kinds.ts';
import { canSeePersons } from '#features/money/contract/costs/personal-figures.ts';
import type { OwnerLimit, OwnerLimits } from '#features/money/contract/limits/owner-limits.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { queries } from '#web/api/queries.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { paths } from '#web/paths.ts';
import { BackLink } from '#web/records/back-link.tsx';
import { LoadError } from '#web/records/load-error.tsx';
import { Block, Text } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { RecordToolbar } from '#web/ui/records/record-toolbar.tsx';
import type { LimitTarget } from '../usage/budget/limit-dialog.tsx';
import { EachPersonLimit } from './each-person-limit.tsx';
import { ownerLimitColumns } from './owner-limit-columns.tsx';
import { useOwnerLimitTargets } from './use-owner-limit-targets.ts';

const LimitDialog = lazy(() =>
  import('../usage/budget/limit-dialog.tsx').then((module) => ({ default: module.LimitDialog })),
);

const searchDelayMs = 200;

/** `/settings/usage/limits`: limits of persons, departments and keys, one kind at a time; others than those with a limit by a search. */
export function OwnerLimitsPage() {
  const user = useCurrentUser();
  const { kind, setKind } = useKind();
  const [search, setSearch] = useState('');
  const settled = useDebounced(search.trim(), searchDelayMs);
  const [target, setTarget] = useState<LimitTarget>();
  const targets = useOwnerLimitTargets();
  const canSet = can(user, 'limits.manage');
  const isOwnOnly = useIsOwnOnly(kind);
  const query = { kind, ...(settled !== '' && { search: settled }) };
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    queries.ownerLimits.list.queryOptions({ input: { query }, placeholderData: keepPreviousData }),
  );
  // What stands of another kind is not shown under the new one's columns.
  const limits = data?.data.every((each) => each.kind === kind) ? data : undefined;
  return (
    <>
      <BackLink to={paths.usage()}>Usage Dashboard</BackLink>
      <PageHeader
        title="Limits"
        purpose={`What a person, a department or an intake key may spend in a calendar month, ${netWords}. Of all limits that apply, the tightest decides. A limit of a person counts that person’s own requests, so that it can differ from the cost by person by a few cents.`}
      />
      {kind === 'person' && (
        <EachPersonLimit
          limit={data?.eachPerson}
          onSet={canSet ? (limit) => setTarget(targets.eachPerson(limit)) : undefined}
        />
      )}
      <RecordToolbar
        search={search}
        onSearch={setSearch}
        searchLabel={`Search ${limitOwners[kind].label.toLowerCase()}`}
        count={limits && !isOwnOnly ? countOwners(limits, settled !== '') : ''}
        filters={
          <NativeSelect
            aria-label="Limits of"
            data={limitOwnerNames.map((value) => ({ value, label: limitOwners[value].label }))}
            value={kind}
            onChange={({ currentTarget }) => {
              setSearch('');
              setKind(currentTarget.value as LimitOwner);
            }}
          />
        }
      />
      <OwnOnly isShown={isOwnOnly} />
      <LoadError error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      {(limits || !error) && (
        <Block stale={isPlaceholderData} aria-busy={isPlaceholderData}>
          <RecordTable<OwnerLimit, Parameters<typeof toContext>[0]>
            caption={`Limits of ${limitOwners[kind].label.toLowerCase()}`}
            columns={ownerLimitColumns[kind]}
            rows={limits?.data}
            context={toContext({
              zone: user.timeZone,
              onSet: canSet ? (owner) => setTarget(targets.owner(owner)) : undefined,
            })}
            getKey={({ owner }) => owner}
            loadingLabel="Loading the limits"
            skeletonRowCount={4}
            empty={<Empty kind={kind} isSearched={settled !== ''} canSet={canSet} />}
          />
        </Block>
      )}
      <Suspense>{target && <LimitDialog target={target} onClose={() => setTarget(undefined)} />}</Suspense>
    </>
  );
}

const toContext = (context: { zone: string; onSet: ((owner: OwnerLimit) => void) | undefined }) => context;

function countOwners({ data, count }: OwnerLimits, isSearched: boolean): string {
  if (count > data.length) return `${data.length} of ${formatCount(count)}`;
  return `${formatCount(count)} ${isSearched ? 'found' : 'with a limit or near one'}`;
}

interface EmptyProps {
  kind: LimitOwner;
  isSearched: boolean;
  canSet: boolean;
}

function Empty({ kind, isSearched, canSet }: EmptyProps) {
  const { one, none } = limitOwners[kind];
  if (isSearched) return <Text tone="soft">{`No ${one} matches the search.`}</Text>;
  return <Text tone="soft">{canSet ? `${none} Search for a ${one} to set one.` : none}</Text>;
}

/** Whether the list has the limit of the reader alone. */
const useIsOwnOnly = (kind: LimitOwner): boolean => {
  const isReader = canSeePersons(useCurrentUser());
  return kind === 'person' && !isReader;
};

function OwnOnly({ isShown }: { isShown: boolean }) {
  if (!isShown) return null;
  return (
    <Text below={4} tone="soft">
      Your own limit alone: those of others are shown to those who may change limits or read people.
    </Text>
  );
}

/** The kind of owners that the address names, by default persons. */
function useKind() {
  const navigate = useNavigate();
  const address = useSearch({ strict: false }) as Record<string, unknown>;
  const kind = limitOwnerNames.find((name) => name === address.kind) ?? 'person';
  return {
    kind,
    setKind: (next: LimitOwner) =>
      void navigate({
        to: '.',
        search: { ...address, kind: next === 'person' ? undefined : next },
        resetScroll: false,
      }),
  };
}
