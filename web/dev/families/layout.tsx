import type { ReactNode } from 'react';
import { Block, Columns, Row, Stack, Text } from '../../ui/layout/layout.tsx';
import type { Family } from '../samples.ts';
import { longName, longText, unbrokenName } from '../texts.ts';

const spaces = ['hair', 1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 'wide'] as const;
const cards = ['plain', 'raised', 'sunken', 'accent', 'amber', 'red'] as const;
const rules = ['above', 'below', 'both', 'strong-above', 'strong-both'] as const;
const alignments = ['start', 'end', 'center', 'baseline', 'stretch'] as const;

function Box({ children = 'part' }: { children?: ReactNode }) {
  return (
    <Block card="sunken" pad={[1, 2]}>
      {children}
    </Block>
  );
}

export const layout: Family = {
  title: 'Layout',
  samples: [
    {
      title: 'Stack',
      render: () => ({
        'gap 2': (
          <Stack gap={2}>
            <Box />
            <Box />
          </Stack>
        ),
        'entries between hairlines': (
          <Stack as="ul" rule="entries">
            <li>One</li>
            <li>Two</li>
            <li>Three</li>
          </Stack>
        ),
        'a list with bullets': (
          <Stack as="ul" bullets>
            <li>One</li>
            <li>{longText}</li>
          </Stack>
        ),
      }),
    },
    {
      title: 'Row',
      render: () => ({
        ...Object.fromEntries(
          alignments.map((align) => [
            `align ${align}`,
            <Row key={align} gap={3} align={align}>
              <Box>
                <Text size="lg">large</Text>
              </Box>
              <Box />
            </Row>,
          ]),
        ),
        'justify between, center, end': (
          <Stack gap={2}>
            {(['between', 'center', 'end'] as const).map((justify) => (
              <Row key={justify} gap={3} justify={justify}>
                <Box />
                <Box>{justify}</Box>
              </Row>
            ))}
          </Stack>
        ),
        'one grows, one is pushed to the end': (
          <Stack gap={2}>
            <Row gap={3}>
              <Block grow card="sunken">
                grows
              </Block>
              <Box />
            </Row>
            <Row gap={3}>
              <Box />
              <Block push card="sunken">
                pushed
              </Block>
            </Row>
          </Stack>
        ),
        'many that wrap': (
          <Row gap={2} rowGap={1} wrap>
            {Array.from({ length: 60 }, (_, index) => (
              <Box key={index}>{index}</Box>
            ))}
          </Row>
        ),
        'a long name that gives way': (
          <Row gap={3}>
            <Block shrink breaks="clip">
              {longName.repeat(3)}
            </Block>
            <Block fixed>stays</Block>
          </Row>
        ),
      }),
    },
    {
      title: 'Columns',
      render: () => ({
        'three equal ones, one below 1024 px': (
          <Columns of={3} gap={3} collapse="tablet">
            <Box />
            <Box>{unbrokenName}</Box>
            <Box />
          </Columns>
        ),
        'as many as fit': (
          <Columns of="12rem" gap={3}>
            {Array.from({ length: 7 }, (_, index) => (
              <Box key={index}>{index}</Box>
            ))}
          </Columns>
        ),
        'tracks of their own': (
          <Columns of={['8rem', 1, '≤6rem']} gap={3}>
            <Box />
            <Box />
            <Box />
          </Columns>
        ),
      }),
    },
    {
      title: 'Spaces',
      render: () => ({
        each: (
          <Row gap={3} wrap align="end">
            {spaces.map((space) => (
              <Block key={space} card="accent" pad={space}>
                <Block card="raised">{space}</Block>
              </Block>
            ))}
          </Row>
        ),
      }),
    },
    {
      title: 'Block',
      render: () => ({
        'every card': (
          <Columns of="10rem" gap={3}>
            {cards.map((card) => (
              <Block key={card} card={card} pad={4}>
                {card}
              </Block>
            ))}
          </Columns>
        ),
        'every rule': (
          <Columns of="10rem" gap={6}>
            {rules.map((rule) => (
              <Block key={rule} rule={rule} pad={2}>
                {rule}
              </Block>
            ))}
          </Columns>
        ),
        'measure, breadth, tall': (
          <Stack gap={3} align="start">
            <Block measure={20} card="sunken">
              {longText}
            </Block>
            <Block breadth={12} card="sunken">
              breadth 12
            </Block>
            <Block tall card="sunken">
              as high as a button
            </Block>
          </Stack>
        ),
      }),
    },
  ],
};
