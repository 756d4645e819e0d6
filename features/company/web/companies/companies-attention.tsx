import { useQuery } from '@tanstack/react-query';
import { attentionKinds } from '#contract/attention/attention-kinds.ts';
import type { CompanyAttention } from '#contract/attention/attention-facts.ts';
import { queries } from '#web/api/queries.ts';
import { AttentionList, type ShownAttention } from '#web/records/attention/attention-list.tsx';
import { Block, Row, Text } from '#web/ui/layout/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

interface CompaniesAttentionProps {
  /** Leads to the dashboard of a company, whose own list says more. */
  onOpen: (company: { id: string; name: string }) => void;
}

/** A line for each company in which something needs the provider, with the number of each kind. */
export function CompaniesAttention({ onOpen }: CompaniesAttentionProps) {
  const { data, error, isFetching, refetch } = useQuery(queries.attention.listCompanies.queryOptions());
  const lines = data?.companies.map((company) => toLine(company, () => onOpen(company)));
  return (
    <Block as="section" below={10} aria-labelledby="companies-attention">
      <h2 id="companies-attention">Needs attention</h2>
      <Block above={3}>
        {error && !data ? (
          <Row gap={3} size="sm" tone="soft" tall>
            <span>This could not be loaded.</span>
            <LinkButton disabled={isFetching} onClick={() => void refetch()}>
              Retry
            </LinkButton>
          </Row>
        ) : (
          <AttentionList lines={lines} expected={3} empty={<Text tone="soft">Nothing needs you.</Text>} />
        )}
      </Block>
      {data !== undefined && data.notAsked > 0 && (
        <Text size="sm" tone="faint" above={2}>{`${data.notAsked} further companies are not asked here.`}</Text>
      )}
    </Block>
  );
}

function toLine({ id, name, kinds }: CompanyAttention, open: () => void): ShownAttention {
  const isUrgent = kinds.some(({ kind }) => attentionKinds[kind].tone === 'red');
  const things = kinds.map(({ kind, count }) => attentionKinds[kind].toSummary(count));
  return { key: id, tone: isUrgent ? 'red' : 'amber', sentence: `${name}: ${things.join(', ')}`, open };
}
