import { catalogue, findService, getVendor } from '#features/integrations/contract/vendors.ts';
import { paths } from '#web/paths.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { CatalogueCard } from './catalogue-card.tsx';
import { Block, Columns, Text } from '#web/ui/layout/layout.tsx';
import { newIntegrationId } from '../integration-kind.ts';

type AvailableEntry = (typeof catalogue.available)[number];

/** `/connections/catalogue` (section 2.4): the integrations that can be added and those coming soon. */
export function CataloguePage() {
  return (
    <>
      <PageHeader title="Catalogue" purpose="Systems and AI services you can connect to your assistant." />
      <section aria-labelledby="available-integrations">
        <h2 id="available-integrations">Available</h2>
        <Columns as="ul" of="19rem" gap={4} above={4}>
          {catalogue.available.map((entry) => (
            <CatalogueCard key={entry.label} label={entry.label} vendor={entry.vendor} {...toCard(entry)} />
          ))}
        </Columns>
      </section>
      <Block aria-labelledby="coming-integrations" as="section" above={12}>
        <h2 id="coming-integrations">Coming soon</h2>
        <Text above={2} tone="soft" measure={42}>
          You cannot add these here yet. Integrations created through the API keep working.
        </Text>
        <Columns as="ul" of="19rem" gap={4} above={4}>
          {catalogue.comingSoon.map((entry) => (
            <CatalogueCard key={entry.label} label={entry.label} vendor={entry.vendor} />
          ))}
        </Columns>
      </Block>
    </>
  );
}

/** An entry with one service leads to its form, one with several to their page. */
function toCard(entry: AvailableEntry): { path: string; purpose: string } {
  const vendor = getVendor(entry.vendor);
  const { slug, services } = vendor;
  const service = entry.service === undefined ? undefined : findService(vendor, entry.service);
  if (service) return { path: paths.connection(slug, service.key, newIntegrationId), purpose: service.purpose };
  const names = new Intl.ListFormat('en-GB').format(services.map(({ label }) => label));
  return { path: paths.catalogueProvider(slug), purpose: `${services.length} services: ${names}.` };
}
