import type { DatedPrice } from '#features/money/contract/dated-prices.ts';
import { describeBaseFee, describeTiers } from '#features/money/contract/costs/tier-words.ts';
import type { AgreedPrice } from '#features/skills/contract/agreed-prices.ts';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import { formatDateTime } from '#contract/calendar/formats.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { defineColumns } from '#web/ui/records/columns.ts';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { describeStart } from './agreements.ts';
import { Block, Text } from '#web/ui/layout/layout.tsx';

interface PriceContext {
  timeZone: string;
  /** In place of null. */
  none: string;
}

/** A price, of agreements with tiers and base fee. */
type ShownPrice = DatedPrice & Partial<Pick<AgreedPrice, 'tiers' | 'baseFee'>>;

const columns = defineColumns<ShownPrice, PriceContext>([
  { key: 'from', label: 'From', width: '22%', cell: ({ validFrom }) => describeStart(validFrom) },
  {
    key: 'price',
    label: 'Price per request',
    width: '28%',
    align: 'end',
    cell: ({ price, tiers, baseFee = 0 }, { none }) => (
      <>
        {tiers ? (
          <Block as="ul">
            {describeTiers(tiers).map((words) => (
              <li key={words}>{words}</li>
            ))}
          </Block>
        ) : (
          <span>{price === null ? none : formatEuroAmount(price)}</span>
        )}
        {baseFee > 0 && (
          <Text as="span" block size="sm" tone="soft">
            {describeBaseFee(baseFee)}
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'by',
    isName: true,
    label: 'Set by',
    isSpaced: true,
    cell: ({ createdAt, createdBy }, { timeZone }) => (
      <>
        <bdi>{createdBy || '–'}</bdi>{' '}
        <Text as="time" block size="sm" tone="soft" dateTime={createdAt}>
          {formatDateTime(createdAt, timeZone)}
        </Text>
      </>
    ),
  },
]);

interface PriceHistoryProps {
  caption: string;
  loadingLabel: string;
  /** Undefined while they are loading. */
  prices: readonly ShownPrice[] | undefined;
  none: string;
  /** In place of an empty history. */
  empty: string;
}

/** Every price with its first day and who set it. */
export function PriceHistory({ caption, loadingLabel, prices, none, empty }: PriceHistoryProps) {
  const { timeZone } = useCurrentUser();
  return (
    <RecordTable
      caption={caption}
      columns={columns}
      rows={prices}
      context={{ timeZone, none }}
      getKey={({ createdAt, validFrom }) => `${createdAt} ${validFrom}`}
      loadingLabel={loadingLabel}
      skeletonRowCount={1}
      empty={<p>{empty}</p>}
    />
  );
}
