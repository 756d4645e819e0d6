import { Link } from '@tanstack/react-router';
import { vendorMarks } from '#features/integrations/contract/vendor-marks.ts';
import type { VendorKey } from '#features/integrations/contract/vendors.ts';
import { Row, Stack, Text } from '#web/ui/layout/layout.tsx';
import styles from '../integrations.module.css';

interface CatalogueCardProps {
  label: string;
  vendor: VendorKey;
  /** The page that adds it; an entry without one is coming soon. */
  path?: string;
  purpose?: string;
  /** The words of the link, where the card adds one thing. */
  action?: string;
}

/** One entry of the catalogue. The whole card is a link; an entry that is coming soon is none. */
export function CatalogueCard({ label, vendor, path, purpose, action = 'Choose' }: CatalogueCardProps) {
  return (
    <Row
      as="li"
      pad={5}
      gap={4}
      align="stretch"
      framing
      className={styles.card}
      data-soon={path === undefined || undefined}
    >
      <span className={styles.mark} aria-hidden="true">
        <svg
          width="22"
          height="22"
          viewBox="0 0 20 20"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
          strokeLinejoin="round"
          focusable="false"
        >
          <path d={vendorMarks[vendor]} />
        </svg>
      </span>
      <Stack grow className={styles.words}>
        <h3>{path === undefined ? label : <Link to={path}>{label}</Link>}</h3>
        {purpose && (
          <Text above={1} size="sm" tone="soft" breaks="pretty">
            {purpose}
          </Text>
        )}
        {path !== undefined && (
          <Text as="span" size="sm" tone="accent" weight="medium" pad={[3, 0, 0]} push aria-hidden="true">
            {action}
          </Text>
        )}
      </Stack>
    </Row>
  );
}
