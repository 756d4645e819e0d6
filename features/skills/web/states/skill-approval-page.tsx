import { Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState, type ComponentType, type ReactNode } from 'react';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import { netWords } from '#features/billing/contract/vat-words.ts';
import { formatDateTime } from '#contract/calendar/formats.ts';
import type { SkillApproval } from '#features/skills/contract/company-skills.ts';
import type { ReviewDecision } from '#features/skills/contract/skill-states.ts';
import { isUnknownRecord } from '#web/api/record-queries.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { paths } from '#web/paths.ts';
import { SkeletonLines } from '#web/ui/feedback/skeleton-line.tsx';
import { FormAlert } from '#web/ui/forms/form-alert.tsx';
import { getApprovalQuery, useDecideApproval } from './company-skills.queries.ts';
import { Fact, Facts } from '#web/ui/layout/facts.tsx';
import { Columns, Stack, Text } from '#web/ui/layout/layout.tsx';

interface LayoutProps {
  heading: string;
  intro?: ReactNode;
  links?: ReactNode;
  children?: ReactNode;
}
type LayoutComponent = ComponentType<LayoutProps>;

const toPortal = <Link to={paths.login()}>Open the portal</Link>;

/**
 * `/skill-approval?token=…`, the target of the link to a reviewer, without a session. Opening it changes nothing, because
 * mail scanners open links too. `Layout` is that of the screens on the way in.
 */
export function SkillApprovalPage({ Layout }: { Layout: LayoutComponent }) {
  const { token }: { token?: unknown } = useSearch({ strict: false });
  if (typeof token !== 'string' || token === '') return <BrokenLink Layout={Layout} />;
  return <Approval Layout={Layout} token={token} />;
}

function BrokenLink({ Layout }: { Layout: LayoutComponent }) {
  return (
    <Layout
      heading="This link does not work"
      intro="This link is incomplete or invalid. Please use the link in the e-mail."
      links={toPortal}
    />
  );
}

function Approval({ Layout, token }: { Layout: LayoutComponent; token: string }) {
  const { data, error } = useQuery(getApprovalQuery(token));
  if (isUnknownRecord(error)) return <BrokenLink Layout={Layout} />;
  if (!data) {
    return (
      <Layout heading="Approve a skill">
        <SkeletonLines label="Loading the request" widths={['80%', '60%', '90%']} />
      </Layout>
    );
  }
  if (data.status === 'open') return <OpenApproval Layout={Layout} token={token} approval={data} />;
  return <ClosedApproval Layout={Layout} approval={data} />;
}

const closedWords: Readonly<Record<Exclude<SkillApproval['status'], 'open'>, readonly [string, string]>> = {
  approved: ['Approved', 'This request has been approved. The company can activate the skill now.'],
  refused: ['Not approved', 'This request was not approved. The skill stays off.'],
  withdrawn: ['Request withdrawn', 'The company has withdrawn this request. You do not need to do anything.'],
  expired: ['This link has expired', 'Ask the company to send the request again.'],
};

function ClosedApproval({ Layout, approval }: { Layout: LayoutComponent; approval: SkillApproval }) {
  const [heading, text] = approval.status === 'open' ? ['', ''] : closedWords[approval.status];
  return (
    <Layout heading={heading} intro={<p role="status">{text}</p>} links={toPortal}>
      <ApprovalFacts approval={approval} />
    </Layout>
  );
}

interface OpenApprovalProps {
  Layout: LayoutComponent;
  token: string;
  approval: SkillApproval;
}

function OpenApproval({ Layout, token, approval }: OpenApprovalProps) {
  const [reason, setReason] = useState('');
  const decide = useDecideApproval(token);
  const send = (decision: ReviewDecision) => decide.mutate({ body: { token, decision, reason } });
  return (
    <Layout
      heading="Approve a skill"
      intro={`${approval.companyName} asks you whether its assistant may use this skill.`}
      links={toPortal}
    >
      <ApprovalFacts approval={approval} />
      <FormAlert>{decide.error && toErrorWords(decide.error)}</FormAlert>
      <Stack gap={4}>
        <Textarea
          label="Reason (optional)"
          description="Shown to the company."
          rows={3}
          maxLength={500}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <Columns of={[1, 1]} gap={3}>
          <Button size="md" loading={decide.isPending} onClick={() => send('approve')}>
            Approve
          </Button>
          <Button size="md" variant="default" disabled={decide.isPending} onClick={() => send('refuse')}>
            Reject
          </Button>
        </Columns>
      </Stack>
    </Layout>
  );
}

function ApprovalFacts({ approval }: { approval: SkillApproval }) {
  const { skill, price, requestedBy, requestedAt, expiresAt, timeZone, companyName, status } = approval;
  const facts: [string, ReactNode][] = [
    ['Skill', <bdi key="skill">{skill.name}</bdi>],
    [
      'Company',
      <bdi key="company" translate="no">
        {companyName}
      </bdi>,
    ],
    ['Service provider', <bdi key="provider">{skill.serviceProvider}</bdi>],
    [`Cost per request, ${netWords}`, formatEuroAmount(price)],
    [
      'Requested by',
      <span key="by">
        <bdi translate="no">{requestedBy.name}</bdi>, <bdi translate="no">{requestedBy.email}</bdi>
      </span>,
    ],
    ['Requested', `${formatDateTime(requestedAt, timeZone)} (${timeZone})`],
  ];
  if (status === 'open') facts.push(['Link expires', formatDateTime(expiresAt, timeZone)]);
  return (
    <>
      <Facts names="9rem" gap={0} rule="entries" below={4}>
        {facts.map(([label, value]) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
      </Facts>
      {skill.description && (
        <Text below={4} tone="soft" breaks="kept" dir="auto">
          {skill.description}
        </Text>
      )}
    </>
  );
}
