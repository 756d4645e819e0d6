import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { Dropdown, DropdownChoice, DropdownDivider, DropdownLink } from '../../ui/dropdown.tsx';
import { ChevronDownIcon } from '../../ui/drawings/icons.tsx';
import { Text } from '../../ui/layout/layout.tsx';
import styles from './shell.module.css';

interface CompanySwitcherProps {
  companies: readonly { id: string; name: string }[];
  currentId: string;
  currentName: string;
  /** The provider's SuperAdmins also get the list of every company. */
  canSeeAll: boolean;
  onSwitch: (companyId: string) => void;
}

/** The company acted in; a choice where the person may act in more than one. */
export function CompanySwitcher({ companies, currentId, currentName, canSeeAll, onSwitch }: CompanySwitcherProps) {
  if (companies.length < 2 && !canSeeAll)
    return (
      <Text as="span" tone="soft" breaks="clip">
        {currentName}
      </Text>
    );
  const face = (
    <>
      <Text as="span" tone="soft" breaks="clip">
        {currentName}
      </Text>
      <ChevronDownIcon size={16} />
    </>
  );
  return (
    <div className={styles.switcher}>
      <Dropdown label={`Company: ${currentName}`} button={face} align="start">
        {companies.map((company) => (
          <DropdownChoice key={company.id} checked={company.id === currentId} onSelect={() => onSwitch(company.id)}>
            {company.name}
          </DropdownChoice>
        ))}
        {canSeeAll && (
          <>
            <DropdownDivider />
            <DropdownLink renderLink={(props) => <Link {...props} to={paths.companies()} activeProps={{}} />}>
              All companies
            </DropdownLink>
          </>
        )}
      </Dropdown>
    </div>
  );
}
