import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { formatDateTime } from '#contract/calendar/formats.ts';
import { netWords } from '#features/billing/contract/vat-words.ts';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import { parseLimit } from '#features/money/contract/limits.ts';
import type { LimitRequest } from '#features/money/contract/limits/limit-requests.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { queries } from '#web/api/queries.ts';
import { isUnknownRecord } from '#web/api/record-queries.ts';
import { useApiForm } from '#web/api/use-api-form.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/paths.ts';
import { BackLink } from '#web/records/back-link.tsx';
import { LoadError } from '#web/records/load-error.tsx';
import { SkeletonLines } from '#web/ui/feedback/skeleton-line.tsx';
import { toErrorWords } from '#web/api/error-words.ts';
import { FormAlert } from '#web/ui/forms/form-alert.tsx';
import { Fact, Facts } from '#web/ui/layout/facts.tsx';
import { Block, Row, Text } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

const loadSchema = () => import('#features/money/contract/limit-forms.ts').then(({ LimitForm }) => LimitForm);

/** `/settings/usage/limits/request?token=…`: the target of the link to who may change limits. Opening it changes nothing. */
export function LimitRequestPage() {
  const { token }: { token?: unknown } = useSearch({ strict: false });
  const known = typeof token === 'string' ? token : '';
  const { data, error, isFetching, refetch } = useQuery(
    queries.limitRequests.find.queryOptions({ input: { body: { token: known } }, enabled: known !== '' }),
  );
  const isBroken = known === '' || isUnknownRecord(error);
  return (
    <>
      <BackLink to={paths.usageLimits()}>Limits</BackLink>
      <PageHeader title="Request for more of a limit" />
      {isBroken ? (
        <Text tone="soft">This link does not work. Use the link in the e-mail, in the company that it is about.</Text>
      ) : (
        <LoadError error={data ? undefined : error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      {!isBroken && !data && !error && <SkeletonLines label="Loading the request" widths={['80%', '60%', '90%']} />}
      {data && !isBroken && (
        <Block measure={46}>
          <RequestFacts request={data} />
          {data.state === 'open' ? (
            <Decision token={known} request={data} />
          ) : (
            <Text above={6} role="status">
              {closedWords[data.state]}
            </Text>
          )}
        </Block>
      )}
    </>
  );
}

const closedWords: Readonly<Record<Exclude<LimitRequest['state'], 'open'>, string>> = {
  approved: 'This request has been approved.',
  declined: 'This request has been declined.',
  expired: 'This link has expired. The limit can be changed under Limits.',
};

function RequestFacts({ request }: { request: LimitRequest }) {
  const { kind, name, limit, requester, key, reason, wanted, createdAt } = request;
  const { timeZone } = useCurrentUser();
  return (
    <Facts names="12rem">
      <Fact label="Limit">{kind === 'account' ? 'Account' : name}</Fact>
      <Fact label="Present limit">
        {limit === null ? 'No limit' : `${formatEuroAmount(limit)} a month ${netWords}`}
      </Fact>
      {wanted !== null && <Fact label="Requested limit">{formatEuroAmount(wanted)}</Fact>}
      {requester !== '' && <Fact label="Requested by">{requester}</Fact>}
      {key !== '' && <Fact label="Through the assistant">{key}</Fact>}
      <Fact label="Requested at">{formatDateTime(createdAt, timeZone)}</Fact>
      {reason !== '' && <Fact label="Reason">{reason}</Fact>}
    </Facts>
  );
}

function Decision({ token, request }: { token: string; request: LimitRequest }) {
  const decide = useCall(queries.limitRequests.decide, {
    changes: [queries.limitRequests, queries.ownerLimits, queries.usage],
  });
  const [isDeclining, setDeclining] = useState(false);
  const { form, formProps, alert, setAlert, isBusy } = useApiForm({
    initialValues: { limit: request.wanted === null ? '' : String(request.wanted) },
    loadSchema,
    onSubmit: async ({ limit }) => {
      await decide.mutateAsync({ body: { token, decision: 'approve', limit: parseLimit(limit) ?? 0 } });
    },
  });

  async function decline() {
    setDeclining(true);
    await decide
      .mutateAsync({ body: { token, decision: 'decline' } })
      .catch((error: unknown) => setAlert(toErrorWords(error)));
    setDeclining(false);
  }

  return (
    <Block above={6}>
      <form {...formProps}>
        <FormAlert>{alert}</FormAlert>
        <TextInput
          label="New limit in euros"
          description={`Maximum spend per calendar month ${netWords}.`}
          inputMode="decimal"
          autoComplete="off"
          {...form.getInputProps('limit')}
        />
        <Row gap={3} above={5} wrap>
          <Button type="submit" loading={isBusy} disabled={isDeclining}>
            Approve
          </Button>
          <Button variant="default" loading={isDeclining} disabled={isBusy} onClick={() => void decline()}>
            Decline
          </Button>
        </Row>
      </form>
    </Block>
  );
}
