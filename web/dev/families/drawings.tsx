import type { ComponentType, ReactNode } from 'react';
import { drawings as shapes } from '../../ui/drawings/empty-state-drawings.tsx';
import * as firstIcons from '../../ui/drawings/first-icons.tsx';
import type { IconProps } from '../../ui/drawings/first-icons.tsx';
import * as otherIcons from '../../ui/drawings/icons.tsx';
import { LogoMark } from '../../ui/drawings/logo-mark.tsx';
import { Columns, Row, Stack, Text } from '../../ui/layout/layout.tsx';
import type { Family } from '../samples.ts';

function Named({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Stack gap={1} align="center">
      {children}
      <Text as="span" size="xs" tone="faint">
        {name}
      </Text>
    </Stack>
  );
}

function Icons({ icons }: { icons: object }) {
  const found = Object.entries(icons).filter(([name]) => name.endsWith('Icon')) as [string, ComponentType<IconProps>][];
  return (
    <Columns of="8rem" gap={4}>
      {found.map(([name, Icon]) => (
        <Named key={name} name={name}>
          <Row gap={2}>
            <Icon size={14} />
            <Icon />
            <Icon size={28} />
          </Row>
        </Named>
      ))}
    </Columns>
  );
}

export const drawings: Family = {
  title: 'Drawings',
  samples: [
    {
      title: 'Icons',
      render: () => ({
        'fetched with the first page': <Icons icons={firstIcons} />,
        'all others': <Icons icons={otherIcons} />,
      }),
    },
    {
      title: 'Drawings of empty states',
      render: () => ({
        each: (
          <Columns of="10rem" gap={4}>
            {Object.entries(shapes).map(([name, shape]) => (
              <Named key={name} name={name}>
                {shape}
              </Named>
            ))}
          </Columns>
        ),
      }),
    },
    {
      title: 'Logo',
      render: () => ({
        'every size': (
          <Row gap={4}>
            <LogoMark size={20} />
            <LogoMark />
            <LogoMark size={40} />
          </Row>
        ),
      }),
    },
  ],
};
