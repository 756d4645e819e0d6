import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { can } from '#contract/capabilities.ts';
import type { Invoice } from '#contract/billing/invoices.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { settings } from '../../lib/settings.ts';
import { paths } from '../../paths.ts';
import { useOverlayInUrl } from '../../records/use-overlay-in-url.ts';
import { EmptyState } from '../../ui/records/empty-state.tsx';
import { PlusIcon } from '../../ui/drawings/icons.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonTable } from '../../ui/records/skeleton-table.tsx';
import { DeleteInvoice } from './delete-invoice.tsx';
import { InvoiceDialog } from './invoice-dialog.tsx';
import { InvoicesTable, invoiceColumns } from './invoices-table.tsx';
import styles from './invoices.module.css';
import { invoicesQuery } from './invoices.queries.ts';
import { useDownloadInvoice } from './use-download-invoice.ts';

/** `/settings/billing`: everybody sees and downloads the invoices, a SuperAdmin keeps them (section 2.3). */
export function BillingPage() {
  const user = useCurrentUser();
  const canManage = can(user, 'invoices.manage');
  const { data: invoices } = useQuery(invoicesQuery);
  const [deleted, setDeleted] = useState<Invoice>();
  const { openId, close } = useOverlayInUrl('invoice');
  const { download } = useDownloadInvoice();
  return (
    <>
      <PageHeader
        title="Billing"
        purpose={`What ${user.companyName} owes and has paid. Invoices are paid by bank transfer.`}
        actions={canManage && <AddInvoice />}
      />
      {!invoices && <SkeletonTable columns={invoiceColumns} label="Loading invoices" />}
      {invoices?.length === 0 && (
        <EmptyState drawing="papers" text="You don't have any invoices yet">
          The first one comes when a month with requests has ended.
        </EmptyState>
      )}
      {invoices && invoices.length > 0 && (
        <InvoicesTable
          invoices={invoices}
          canManage={canManage}
          onDownload={(invoice) => void download(invoice)}
          onDelete={setDeleted}
        />
      )}
      <SuspendOrganisation />
      {openId !== undefined && <InvoiceDialog key={openId} id={openId} onClose={close} />}
      <DeleteInvoice invoice={deleted} onClose={() => setDeleted(undefined)} />
    </>
  );
}

function AddInvoice() {
  return (
    <Button leftSection={<PlusIcon size={18} />} renderRoot={(props) => <Link {...props} to={paths.newInvoice()} />}>
      Add Invoice
    </Button>
  );
}

function SuspendOrganisation() {
  return (
    <section className={styles.suspend} aria-labelledby="suspend-organisation">
      <div>
        <h2 id="suspend-organisation">Suspend organisation</h2>
        <p>
          To pause {settings.brand.product} for everybody here, tell us. Nothing is deleted, and no new requests are
          billed.
        </p>
      </div>
      <Link to={paths.contacts()}>Contact us</Link>
    </section>
  );
}
