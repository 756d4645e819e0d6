import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { findVendorBySlug, type Vendor } from '#features/integrations/contract/vendors.ts';
import { paths } from '#web/paths.ts';
import { BackLink } from '#web/records/back-link.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { CatalogueCard } from './catalogue-card.tsx';
import { Columns } from '#web/ui/layout/layout.tsx';
import { nameVendor, newIntegrationId } from '../integration-kind.ts';
import { RecordNotFound } from '#web/records/record-form-page.tsx';

/** `/connections/catalogue/{ai-provider}` (section 2.4). Only AI providers have such a page. */
export function CatalogueProviderPage() {
  const { provider = '' } = useParams({ strict: false });
  const vendor = findVendorBySlug(provider);
  const isAiProvider = vendor?.key === 'IBM';
  return vendor && isAiProvider ? <AiProvider vendor={vendor} /> : <RecordNotFound />;
}

function AiProvider({ vendor }: { vendor: Vendor }) {
  const [isAsking, setAsking] = useState(false);
  const login = `Sign in with ${vendor.key} ID`;
  const close = () => setAsking(false);
  return (
    <>
      <PageHeader
        title={nameVendor(vendor)}
        eyebrow={<BackLink to={paths.catalogue()}>Catalogue</BackLink>}
        purpose="Choose a service, then enter its address and credentials."
        actions={
          <Button variant="default" onClick={() => setAsking(true)}>
            {login}
          </Button>
        }
      />
      <h2 id="services">Services</h2>
      <Columns as="ul" of="19rem" gap={4} above={4} aria-labelledby="services">
        {vendor.services.map(({ key, label, purpose }) => (
          <CatalogueCard
            key={key}
            label={label}
            vendor={vendor.key}
            purpose={purpose}
            action="Add"
            path={paths.connection(vendor.slug, key, newIntegrationId)}
          />
        ))}
      </Columns>
      <Dialog opened={isAsking} onClose={close} title={login}>
        <p>This functionality will be available soon.</p>
        <DialogActions>
          <Button onClick={close}>Close</Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
