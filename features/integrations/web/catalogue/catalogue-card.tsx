import { Link } from '@tanstack/react-router';
import type { Category } from '#features/integrations/contract/vendors.ts';
import { CompanyIcon, ConnectionsIcon, MailIcon, UsersIcon } from '#web/ui/drawings/icons.tsx';
import { Row, Stack, Text } from '#web/ui/layout/layout.tsx';
import styles from '../integrations.module.css';

interface CatalogueCardProps {
  label: string;
  category: Category;
  /** The page that adds it; an entry without one is coming soon. */
  path?: string;
  purpose?: string;
  /** The words of the link, where the card adds one thing. */
  action?: string;
}

const marks = { ERP: CompanyIcon, CRM: UsersIcon, TP: ConnectionsIcon, CT: MailIcon } as const;

/** One entry of the catalogue. The whole card is a link; an entry that is coming soon is none. */
export function CatalogueCard({ label, category, path, purpose, action = 'Choose' }: CatalogueCardProps) {
  const Mark = marks[category];
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
        <Mark size={22} />
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
