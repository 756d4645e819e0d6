import type { Integration } from '#features/integrations/contract/integrations.ts';
import { paths } from '#web/paths.ts';
import { parseSearchText, parseSortOrder, type ListAddress } from '#web/records/list-address.ts';
import { useListNavigation } from '#web/records/use-list-navigation.ts';
import { MoreIcon } from '#web/ui/drawings/icons.tsx';
import { Dropdown, DropdownItem } from '#web/ui/dropdown.tsx';
import { defineColumns } from '#web/ui/records/columns.ts';
import { StatusBadge } from '#web/ui/records/status-badge.tsx';
import { HealthCell, nameHealth } from '../integration-health.tsx';
import { parseFilter, type IntegrationsFilter, type ListedIntegration } from './listed-integrations.ts';

interface CellContext {
  timeZone: string;
  canManage: boolean;
  onOpen: (listed: ListedIntegration) => void;
  onDelete: (integration: Integration) => void;
}

/** The columns of the integrations list (section 2.4). */
export const integrationColumns = defineColumns<ListedIntegration, CellContext>([
  {
    key: 'name',
    label: 'Name',
    overflow: 'three-lines',
    look: 'quiet-link',
    isLink: true,
    text: ({ integration }) => integration.name,
    sort: 'text',
    search: 'text',
  },
  {
    key: 'provider',
    label: 'Service provider',
    width: '16%',
    narrowWidth: '19%',
    overflow: 'anywhere',
    text: ({ provider }) => provider,
    sort: 'text',
    search: ({ provider, integration }) => [provider, integration.provider],
  },
  {
    key: 'service',
    label: 'Service',
    width: '17%',
    overflow: 'anywhere',
    text: ({ service }) => service,
    sort: 'text',
    search: ({ service, integration }) => [service, integration.service],
  },
  {
    key: 'status',
    label: 'Status',
    width: '7.5rem',
    narrowWidth: '6.5rem',
    text: ({ status }) => status,
    sort: 'text',
    cell: ({ status }) => <StatusBadge tone={status === 'Active' ? 'green' : 'red'} label={status} />,
  },
  {
    key: 'health',
    label: 'Health',
    width: '24%',
    narrowWidth: '23%',
    text: ({ integration }) => nameHealth(integration),
    sort: 'text',
    cell: ({ integration }, { timeZone }) => <HealthCell integration={integration} timeZone={timeZone} />,
  },
  {
    key: 'options',
    label: 'Options',
    isLabelHidden: true,
    width: '3.5rem',
    align: 'end',
    isShown: ({ canManage }) => canManage,
    cell: (listed, { onOpen, onDelete }) => (
      <Dropdown label={`Options of ${listed.integration.name}`} button={<MoreIcon />}>
        <DropdownItem onSelect={() => onOpen(listed)}>Edit service</DropdownItem>
        <DropdownItem tone="danger" onSelect={() => onDelete(listed.integration)}>
          Delete service
        </DropdownItem>
      </Dropdown>
    ),
  },
]);

/** The parameters of the list's address; what means nothing is left out. */
export function parseIntegrationsAddress(raw: object): ListAddress & IntegrationsFilter {
  return { ...parseSearchText(raw), ...parseFilter(raw), ...parseSortOrder(raw, integrationColumns) };
}

/** A form goes from the history after a save (section 2.4): going back would find it empty, or its record gone. */
export const useIntegrationsNavigation = () =>
  useListNavigation({ listPath: paths.connections(), parse: parseIntegrationsAddress, replacesForm: true });
