import { ChevronDownIcon } from '../../ui/drawings/icons.tsx';
import { Dropdown, DropdownChoice, DropdownDivider, DropdownItem, DropdownLink } from '../../ui/dropdown.tsx';
import { Text } from '../../ui/layout/layout.tsx';
import type { Family } from '../samples.ts';
import { Focused, Held } from '../states.tsx';
import { longName, rightToLeftName, unbrokenName } from '../texts.ts';

const noop = () => undefined;

export const menus: Family = {
  title: 'Menus',
  samples: [
    {
      title: 'Dropdown',
      render: () => ({
        'plain, with a reason why an entry cannot be chosen': (
          <Dropdown label="Actions" button={<ChevronDownIcon />} align="start">
            <DropdownItem onSelect={noop}>Edit</DropdownItem>
            <DropdownItem onSelect={noop} reason="Only administrators may do this.">
              Suspend
            </DropdownItem>
            <DropdownDivider />
            <DropdownItem onSelect={noop} tone="danger">
              Delete
            </DropdownItem>
          </Dropdown>
        ),
        'framed, with a link, long and right-to-left names': (
          <Dropdown label="Choose a company" button="Choose a company" align="start" isFramed>
            <DropdownDivider label="Companies" isFirst />
            {[longName, unbrokenName, rightToLeftName].map((name) => (
              <DropdownItem key={name} onSelect={noop}>
                {name}
              </DropdownItem>
            ))}
            <DropdownLink renderLink={(props) => <Text as="a" {...props} href="#dropdown" />}>My files</DropdownLink>
          </Dropdown>
        ),
        'one of a group': (
          <Held start="light">
            {(chosen, choose) => (
              <Dropdown label="Scheme" button={chosen} align="start" isFramed>
                {['light', 'dark'].map((scheme) => (
                  <DropdownChoice key={scheme} checked={scheme === chosen} onSelect={() => choose(scheme)}>
                    {scheme}
                  </DropdownChoice>
                ))}
              </Dropdown>
            )}
          </Held>
        ),
        focused: (
          <Focused>
            <Dropdown label="More" button="More" isFramed>
              <DropdownItem onSelect={noop}>Edit</DropdownItem>
            </Dropdown>
          </Focused>
        ),
      }),
    },
  ],
};
