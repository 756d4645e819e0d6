import { Button } from '@mantine/core';
import { MoreIcon } from '#web/ui/drawings/icons.tsx';
import { Dropdown, DropdownItem } from '#web/ui/dropdown.tsx';
import { Block, Row, Text } from '#web/ui/layout/layout.tsx';
import type { CellContext, CompanyRow } from './company-row.ts';

/** The buttons of a row: approve, open, and the menu of what the provider does to the company. */
export function CompanyActions(props: CellContext & { company: CompanyRow }) {
  const { company, currentId, approvingId, onApprove, onOpen } = props;
  const { id, name, status } = company;
  return (
    <Row gap={2} rowGap={4} justify="end" breaks="never" wrap={status === 'pending'}>
      {status === 'pending' && (
        <Button
          size="compact-md"
          loading={id === approvingId}
          aria-label={`Approve ${name}`}
          onClick={() => onApprove(company)}
        >
          Approve
        </Button>
      )}
      {id === currentId ? (
        <Text as="span" size="sm" tone="faint">
          Current company
        </Text>
      ) : (
        <Button size="compact-md" variant="default" aria-label={`Open ${name}`} onClick={() => onOpen(company)}>
          Open
        </Button>
      )}
      {company.isProvider ? <Block as="span" breadth={2.25} /> : <CompanyMenu {...props} />}
    </Row>
  );
}

function CompanyMenu({ company, ...context }: CellContext & { company: CompanyRow }) {
  const { name, status, suspension, deletion } = company;
  return (
    <Dropdown label={`Options of ${name}`} button={<MoreIcon />}>
      <DropdownItem onSelect={() => context.onNotes(company)}>Notes</DropdownItem>
      {status !== 'pending' && <DropdownItem onSelect={() => context.onPrices(company)}>Agreed prices</DropdownItem>}
      {status !== 'pending' && (
        <DropdownItem onSelect={() => context.onBilledSince(company)}>Billed since</DropdownItem>
      )}
      {suspension && !deletion && (
        <DropdownItem onSelect={() => context.onReactivate(company)}>
          {status === 'suspended' ? 'Reactivate' : 'Cancel suspension'}
        </DropdownItem>
      )}
      {status !== 'pending' && !suspension && (
        <DropdownItem tone="danger" onSelect={() => context.onSuspend(company)}>
          Suspend
        </DropdownItem>
      )}
      {deletion ? (
        <DropdownItem onSelect={() => context.onCancelDeletion(company)}>Cancel deletion</DropdownItem>
      ) : (
        <DropdownItem tone="danger" onSelect={() => context.onDelete(company)}>
          Delete
        </DropdownItem>
      )}
    </Dropdown>
  );
}
