import { Button } from '@mantine/core';
import { formatShortDay } from '#contract/calendar/formats.ts';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import { undecidedWords } from '#features/receivables/contract/payments/entry-words.ts';
import type { BankEntry } from '#features/receivables/contract/payments/payment-entries.ts';
import { MoreIcon } from '#web/ui/drawings/icons.tsx';
import { Dropdown, DropdownItem } from '#web/ui/dropdown.tsx';
import { Row, Text } from '#web/ui/layout/layout.tsx';
import { defineColumns } from '#web/ui/records/columns.ts';

/** A step that a person takes with an entry. */
export type EntryStep = 'assign' | 'aside' | 'undo';

interface CellContext {
  onStep: (entry: BankEntry, step: EntryStep) => void;
}

const groupByFour = (text: string) => text.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** The other side of an entry, by its name or its account. */
export const describePayer = ({ payerName, payerIban }: BankEntry): string =>
  payerName ?? (payerIban === null ? 'Payer without a name' : groupByFour(payerIban));

export const entryColumns = defineColumns<BankEntry, CellContext>([
  {
    key: 'day',
    label: 'Day',
    width: '11%',
    narrowWidth: '12%',
    phone: 'off',
    text: ({ day }) => formatShortDay(day),
    cell: ({ day }) => <time dateTime={day}>{formatShortDay(day)}</time>,
  },
  {
    key: 'payer',
    label: 'Payer and text',
    isName: true,
    overflow: 'anywhere',
    cell: (entry) => (
      <>
        <Text as="span" block weight="medium" lines={2} title={describePayer(entry)}>
          {describePayer(entry)}
        </Text>
        {entry.payerName !== null && entry.payerIban !== null && (
          <Text as="span" block size="sm" tone="faint">
            {groupByFour(entry.payerIban)}
          </Text>
        )}
        <Text as="span" block size="sm" tone="soft" lines={3} title={describeText(entry)}>
          {describeText(entry)}
        </Text>
      </>
    ),
  },
  {
    key: 'amount',
    label: 'Amount',
    width: '13%',
    narrowWidth: '15%',
    phone: '26%',
    align: 'end',
    cell: ({ amount, rest, returned, kind }) => (
      <>
        <span>{formatEuroAmount(kind === 'return' ? -amount : amount)}</span>
        {rest > 0 && rest < amount && (
          <Text as="span" block size="sm" tone="soft">
            {`${formatEuroAmount(rest)} left`}
          </Text>
        )}
        {returned > 0 && returned < amount && (
          <Text as="span" block size="sm" tone="soft">
            {`${formatEuroAmount(returned)} taken back`}
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'for',
    label: 'Invoice',
    width: '32%',
    narrowWidth: '26%',
    phone: 'off',
    isSpaced: true,
    overflow: 'anywhere',
    cell: (entry) => <Assignment entry={entry} />,
  },
  {
    key: 'steps',
    label: 'Steps',
    isLabelHidden: true,
    width: '8rem',
    phone: '8rem',
    align: 'end',
    cell: (entry, { onStep }) => <Steps entry={entry} onStep={onStep} />,
  },
]);

const describeText = ({ references, text }: BankEntry): string =>
  [...references, text].filter((words) => words !== '').join(' · ');

function Assignment({ entry }: { entry: BankEntry }) {
  const { payments, reason, state, decidedBy, kind } = entry;
  return (
    <>
      {payments.map(({ invoiceId, number, companyName, amount }) => (
        <Text as="span" block key={`${invoiceId} ${amount}`} translate="no">
          {`${number}, ${companyName}: ${formatEuroAmount(amount)}`}
        </Text>
      ))}
      {kind === 'return' && state === 'matched' && <span>Took a payment back</span>}
      {state === 'returned' && <span>Taken back</span>}
      {reason !== null && (
        <Text as="span" block tone="soft">
          {undecidedWords[reason]}
        </Text>
      )}
      {decidedBy !== null && (
        <Text as="span" block size="sm" tone="faint">
          {`Decided by ${decidedBy}`}
        </Text>
      )}
    </>
  );
}

/** The steps that an entry still has: one that was returned is opened again by its return. */
function Steps({ entry, onStep }: CellContext & { entry: BankEntry }) {
  const { state, payments } = entry;
  if (state === 'returned') return null;
  const isOpen = state === 'open';
  const isDecided = !isOpen || payments.length > 0;
  return (
    <Row gap={2} justify="end">
      {isOpen && (
        <Button size="compact-sm" variant="default" onClick={() => onStep(entry, 'assign')}>
          Assign
        </Button>
      )}
      <Dropdown label={`Steps for ${describePayer(entry)}`} button={<MoreIcon />}>
        {isOpen && <DropdownItem onSelect={() => onStep(entry, 'aside')}>Set aside</DropdownItem>}
        {isDecided && <DropdownItem onSelect={() => onStep(entry, 'undo')}>Undo</DropdownItem>}
      </Dropdown>
    </Row>
  );
}
