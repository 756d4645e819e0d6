import { Button } from '@mantine/core';
import type { Tenant } from '#contract/companies.ts';
import { formatLongDate } from '#contract/calendar/formats.ts';
import { DataTable } from '../../ui/records/data-table.tsx';
import { StatusBadge } from '../../ui/records/status-badge.tsx';
import type { StatusTone } from '../../ui/records/status-badge.tsx';
import styles from './companies-table.module.css';

export const companyColumns = ['Company', 'Status', 'Users', 'Since', ''] as const;

const statuses: Readonly<Record<Tenant['status'], { label: string; tone: StatusTone }>> = {
  active: { label: 'Active', tone: 'green' },
  pending: { label: 'Pending', tone: 'amber' },
  suspended: { label: 'Suspended', tone: 'red' },
};

interface CompaniesTableProps {
  tenants: readonly Tenant[];
  /** The company acted in. */
  currentId: string;
  timeZone: string;
  approvingId: string | undefined;
  onApprove: (tenant: Tenant) => void;
  onOpen: (tenant: Tenant) => void;
}

export function CompaniesTable(props: CompaniesTableProps) {
  const { tenants, currentId, timeZone, approvingId, onApprove, onOpen } = props;
  return (
    <div className={styles.table}>
      <DataTable caption="Companies">
        <thead>
          <tr>
            {companyColumns.map((column) => (
              <th key={column} scope="col" data-align={column === 'Users' ? 'end' : undefined}>
                {column || <span className="visually-hidden">Actions</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tenants.map((tenant) => (
            <tr key={tenant.id} aria-current={tenant.id === currentId ? 'true' : undefined}>
              <td>
                <span className={styles.name}>{tenant.name}</span>
                {tenant.isProvider && <span className={styles.note}>Provider</span>}
              </td>
              <td>
                <StatusBadge {...statuses[tenant.status]} />
              </td>
              <td data-align="end">{tenant.users.toLocaleString('en')}</td>
              <td>
                <time dateTime={tenant.createdAt}>{formatLongDate(tenant.createdAt, timeZone)}</time>
              </td>
              <td data-align="end">
                <div className={styles.actions}>
                  {tenant.status === 'pending' && (
                    <Button
                      size="compact-md"
                      loading={tenant.id === approvingId}
                      aria-label={`Approve ${tenant.name}`}
                      onClick={() => onApprove(tenant)}
                    >
                      Approve
                    </Button>
                  )}
                  {tenant.id === currentId ? (
                    <span className={styles.note}>You act here now</span>
                  ) : (
                    <Button
                      size="compact-md"
                      variant="default"
                      aria-label={`Open ${tenant.name}`}
                      onClick={() => onOpen(tenant)}
                    >
                      Open
                    </Button>
                  )}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </div>
  );
}
