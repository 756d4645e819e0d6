import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { netWords } from '#features/billing/contract/vat-words.ts';
import { useQuery } from '@tanstack/react-query';
import { describeBaseFee } from '#features/money/contract/costs/tier-words.ts';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import type { AgreedPrice, SkillPrices } from '#features/skills/contract/agreed-prices.ts';
import { isOperatorAtHome, useCurrentUser } from '#web/api/current-user.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { paths } from '#web/paths.ts';
import { BackLink } from '#web/records/back-link.tsx';
import { parseSearchText, parseSortOrder } from '#web/records/list-address.ts';
import { useOverlayInUrl } from '#web/records/use-overlay-in-url.ts';
import { useRecordList } from '#web/records/use-record-list.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { defineColumns } from '#web/ui/records/columns.ts';
import { EmptyState } from '#web/ui/records/empty-state.tsx';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { HighlightedText } from '#web/ui/text/highlighted-text.tsx';
import { RecordToolbar } from '#web/ui/records/record-toolbar.tsx';
import { companyPricesQuery } from '../skills.queries.ts';
import { describeStart, splitAgreements } from './agreements.ts';
import { PricesDialog } from './prices-dialog.tsx';
import { Block, Row, Stack, Text } from '#web/ui/layout/layout.tsx';

interface PricesContext {
  today: string;
  search: string;
}

const describeCount = (count: number) =>
  count === 0 ? '–' : `${formatCount(count)} ${count === 1 ? 'price' : 'prices'}`;
/** `€0.30`, `Tiers` or `Standard price`, with the base fee. */
function toWords({ price, tiers, baseFee }: AgreedPrice): string {
  const words = tiers ? 'Tiers' : price === null ? 'Standard price' : formatEuroAmount(price);
  return baseFee > 0 ? `${words} and ${describeBaseFee(baseFee)}` : words;
}

const columns = defineColumns<SkillPrices, PricesContext>([
  {
    key: 'name',
    label: 'Skill name',
    look: 'quiet-link',
    overflow: 'anywhere',
    isLink: true,
    text: ({ name }) => name,
    cell: ({ name, isDeleted }, { search }) => (
      <>
        <HighlightedText text={name} query={search} />
        {isDeleted && (
          <Text as="span" block size="sm" tone="soft">
            Deleted
          </Text>
        )}
      </>
    ),
    sort: 'text',
    search: 'text',
  },
  {
    key: 'standard',
    label: 'Standard price',
    width: '14%',
    narrowWidth: '20%',
    align: 'end',
    text: ({ skillPrice }) => formatEuroAmount(skillPrice),
    sort: (a, b) => a.skillPrice - b.skillPrice,
  },
  {
    key: 'agreed',
    label: 'Agreed price',
    width: '18%',
    narrowWidth: '19%',
    align: 'end',
    cell: ({ agreements }, { today }) => <Agreed agreement={splitAgreements(agreements, today).present} />,
  },
  {
    key: 'planned',
    label: 'Planned',
    width: '28%',
    narrowWidth: '25%',
    isSpaced: true,
    cell: ({ agreements }, { today }) => <Planned agreements={splitAgreements(agreements, today).planned} />,
  },
  {
    key: 'history',
    label: 'History',
    width: '12%',
    narrowWidth: '14%',
    align: 'end',
    text: ({ agreements }) => describeCount(agreements.length),
    sort: (a, b) => a.agreements.length - b.agreements.length,
  },
]);

/** The company's agreed price today, and its first day. */
function Agreed({ agreement }: { agreement: AgreedPrice | undefined }) {
  if (!agreement || (agreement.price === null && agreement.tiers === null && agreement.baseFee === 0)) return '–';
  return (
    <>
      <span>{toWords(agreement)}</span>
      <Text as="span" block size="sm" tone="soft">{`from ${describeStart(agreement.validFrom)}`}</Text>
    </>
  );
}

/** Agreements of days to come, the next one first. */
function Planned({ agreements }: { agreements: readonly AgreedPrice[] }) {
  if (agreements.length === 0) return '–';
  return (
    <Block as="ul">
      {agreements.map((agreement) => (
        <li key={agreement.validFrom}>{`${toWords(agreement)} from ${describeStart(agreement.validFrom)}`}</li>
      ))}
    </Block>
  );
}

/** With the open skill, which a settled search text would close otherwise. */
function parseAddress(raw: object) {
  const { skill } = raw as { skill?: unknown };
  return { ...parseSearchText(raw), ...parseSortOrder(raw, columns), ...(typeof skill === 'string' && { skill }) };
}

/** `/skills/prices`: what the company acted in pays for each skill, for the provider; the provider itself pays none. */
export function AgreedPricesPage() {
  const user = useCurrentUser();
  return isOperatorAtHome(user) ? <NoneForProvider /> : <PricesOf companyName={user.companyName} />;
}

const backToCompanies = <BackLink to={paths.companies()}>Companies</BackLink>;

function NoneForProvider() {
  return (
    <>
      <PageHeader
        title="Agreed prices"
        eyebrow={backToCompanies}
        purpose="What a company pays instead of the standard price."
      />
      <EmptyState drawing="building" text="Prices are agreed with a company.">
        <Stack gap={5} tone="soft" breaks="pretty" measure={30}>
          <p>
            Open a company and choose Agreed prices. You set the standard prices, which apply to all others, in Skills
            management.
          </p>
          <Row as="p" gap={2} align="stretch" justify="center">
            <Button component={Link} to={paths.companies()}>
              Open companies
            </Button>
            <Button component={Link} to={paths.skillsManagement()} variant="default">
              Open Skills management
            </Button>
          </Row>
        </Stack>
      </EmptyState>
    </>
  );
}

function PricesOf({ companyName }: { companyName: string }) {
  const { data } = useQuery(companyPricesQuery);
  const { openId, getAddress, open, close } = useOverlayInUrl('skill');
  const { records, count, hasToolbar, toolbar, table } = useRecordList({
    records: data?.data,
    columns,
    parse: parseAddress,
    one: 'skill',
    many: 'skills',
  });
  const opened = data?.data.find(({ _id }) => _id === openId);
  const isNothingAgreed = records?.length !== 0 && records?.every(({ agreements }) => agreements.length === 0);
  return (
    <>
      <PageHeader
        title="Agreed prices"
        eyebrow={backToCompanies}
        purpose={`What ${companyName} pays for each skill. Select a skill to see its history or to agree a price. Prices are ${netWords}.`}
      />
      {isNothingAgreed && (
        <Text below={3}>
          No price has been agreed with <bdi translate="no">{companyName}</bdi>. The standard prices apply.
        </Text>
      )}
      {hasToolbar && <RecordToolbar {...toolbar} count={count} />}
      <RecordTable
        {...table}
        caption="Agreed prices by skill"
        getKey={({ _id }) => _id}
        context={{ today: data?.today ?? '', search: table.search }}
        link={{ getAddress: ({ _id }) => getAddress(_id), open: ({ _id }) => open(_id), opensDialog: true }}
        empty={
          records?.length === 0 ? (
            <EmptyState drawing="search" text="No skills to display." />
          ) : (
            <EmptyState drawing="search" text="No skills matching the current search." />
          )
        }
        isDense
      />
      {data && opened && <PricesDialog key={opened._id} prices={opened} today={data.today} onClose={close} />}
    </>
  );
}
