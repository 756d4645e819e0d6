import { LockIcon } from '../../ui/drawings/icons.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { ChangeMark } from '../../ui/records/change-mark.tsx';
import { EmptyState } from '../../ui/records/empty-state.tsx';
import { NotListed } from '../../ui/records/not-listed.tsx';
import { StatusBadge } from '../../ui/records/status-badge.tsx';
import { Block, Row } from '../../ui/layout/layout.tsx';
import { comparisons } from '../figures.ts';
import type { Family } from '../samples.ts';
import { longName, unbrokenName } from '../texts.ts';

const tones = ['green', 'red', 'grey', 'amber'] as const;

export const marks: Family = {
  title: 'Marks',
  samples: [
    {
      title: 'Status badge',
      render: () => ({
        'every tone': (
          <Row gap={4} wrap>
            {tones.map((tone) => (
              <StatusBadge key={tone} tone={tone} label={tone} />
            ))}
          </Row>
        ),
        'with an icon': <StatusBadge tone="amber" label="Locked" icon={LockIcon} />,
        'a reason, in a cell that breaks': (
          <Block measure={20} data-overflow="anywhere">
            <StatusBadge tone="grey" label={longName} />
          </Block>
        ),
      }),
    },
    {
      title: 'Change mark',
      render: () => ({
        plain: (
          <Row gap={6} wrap>
            {comparisons.map((comparison) => (
              <ChangeMark key={comparison.text} comparison={comparison} />
            ))}
          </Row>
        ),
        judged: (
          <Row gap={6} wrap>
            {comparisons.map((comparison) => (
              <ChangeMark key={comparison.text} comparison={comparison} isJudged />
            ))}
          </Row>
        ),
      }),
    },
    {
      title: 'Not listed',
      render: () => ({
        'a person who is gone': (
          <span>
            <bdi>Anna Keller</bdi>
            <NotListed isMapped={false} />
          </span>
        ),
      }),
    },
    {
      title: 'Empty state',
      render: () => ({
        'with a way on': (
          <EmptyState drawing="people" text="There are no users yet.">
            <LinkButton>Create one</LinkButton>
          </EmptyState>
        ),
        long: <EmptyState drawing="search" text={`No user matches “${unbrokenName}”.`} />,
      }),
    },
  ],
};
