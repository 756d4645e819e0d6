import { Link } from '@tanstack/react-router';
import { can, type CapabilityHolder } from '#contract/capabilities.ts';
import { useMantineColorScheme } from '@mantine/core';
import { paths } from '../../paths.ts';
import { Dropdown, DropdownChoice, DropdownDivider, DropdownItem, DropdownLink } from '../../ui/dropdown.tsx';
import { MenuIcon, MoonIcon, SunIcon, SystemIcon } from '../../ui/drawings/icons.tsx';
import { Row, Text } from '../../ui/layout/layout.tsx';

const schemes = [
  { value: 'light', label: 'Light', icon: SunIcon },
  { value: 'dark', label: 'Dark', icon: MoonIcon },
  { value: 'auto', label: 'System', icon: SystemIcon },
] as const;

interface ProfileMenuProps {
  holder: CapabilityHolder;
  fullName: string;
  onLogOut: () => void;
}

/** The profile menu (section 2.1), with the choice of the colour scheme. */
export function ProfileMenu({ holder, fullName, onLogOut }: ProfileMenuProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const links = [
    { label: 'Profile', path: paths.profile() },
    ...(can(holder, 'notifications.manage') ? [{ label: 'Notifications', path: paths.notifications() }] : []),
    { label: 'Contact us', path: paths.contacts() },
    { label: 'Documentation', path: paths.documentation() },
    { label: 'Legal information', path: paths.legalInformation() },
  ];
  return (
    <Row gap={2} shrink>
      <Text as="span" weight="medium" breaks="clip" translate="no">
        {fullName}
      </Text>
      <Dropdown label="Profile menu" button={<MenuIcon />}>
        {links.map((link) => (
          <DropdownLink key={link.path} renderLink={(props) => <Link {...props} to={link.path} activeProps={{}} />}>
            {link.label}
          </DropdownLink>
        ))}
        <DropdownDivider label="Theme" />
        {schemes.map((scheme) => (
          <DropdownChoice
            key={scheme.value}
            checked={colorScheme === scheme.value}
            onSelect={() => setColorScheme(scheme.value)}
          >
            <scheme.icon size={18} />
            <span>{scheme.label}</span>
          </DropdownChoice>
        ))}
        <DropdownDivider />
        <DropdownItem onSelect={onLogOut}>Log out</DropdownItem>
      </Dropdown>
    </Row>
  );
}
