import { skillStateLabels, type SkillCommand } from '#features/skills/contract/skill-states.ts';
import type { Skill } from '#features/skills/contract/skills.ts';
import { formatEuroAmount, formatEuroTotal } from '#features/money/contract/euros.ts';
import { formatCount, formatPercent } from '#web/lib/numbers.ts';
import { parseSortOrder, type ListAddress } from '#web/records/list-address.ts';
import { MoreIcon } from '#web/ui/drawings/icons.tsx';
import { Dropdown, DropdownItem } from '#web/ui/dropdown.tsx';
import { Row, Text } from '#web/ui/layout/layout.tsx';
import { defineColumns, type Column } from '#web/ui/records/columns.ts';
import { toTabSearch } from '../detail/skill-tab.ts';
import { getAreaLabel, getDomainLabel } from '../skill-words.ts';
import { SkillStateBadge } from '../states/skill-state-badge.tsx';
import { commandLabels } from '../states/state-words.ts';
import { listSkillMenu } from '../states/use-skill-commands.tsx';
import styles from './management.module.css';
import { CardLink } from '../store/card-link.tsx';
import { parseSkillFilter, type SkillFilter } from '../store/skill-filter.ts';
import { FigureCell, LimitLink, RequestsOf, SuccessLink } from './figure-cells.tsx';
import type { ManagedSkill } from './managed-skills.ts';

interface SkillContext {
  /** The month of the figures, by its first and last instant; undefined while it is loading. */
  readonly month: { readonly from: string; readonly to: string } | undefined;
  readonly seesBilling: boolean;
  readonly onCommand: (skill: Skill, command: SkillCommand) => void;
}

/** Places what is unknown, or none, before every number. */
const byNumber = (toNumber: (skill: ManagedSkill) => number | null | undefined) => (a: ManagedSkill, b: ManagedSkill) =>
  (toNumber(a) ?? -1) - (toNumber(b) ?? -1);

const figure = { width: '9%', narrowWidth: '10%', align: 'end' } as const;
const ofBilling: Pick<Column<ManagedSkill, SkillContext>, 'isShown'> = { isShown: ({ seesBilling }) => seesBilling };

/** The columns of the management list (section 2.5). */
export const skillColumns = defineColumns<ManagedSkill, SkillContext>([
  {
    key: 'name',
    label: 'Skill',
    look: 'quiet-link',
    overflow: 'three-lines',
    isLink: true,
    text: ({ name }) => name,
    sort: 'text',
    search: ({ name, description = '' }) => [name, description],
    below: (skill) => (
      <>
        <Text size="sm" tone="soft" breaks="clip" className={styles.kind} title={describeKind(skill)}>
          {describeKind(skill)}
        </Text>
        <Row gap={3} rowGap={0} size="sm" wrap>
          <CardLink skill={skill} label="Details" search="" />
          <CardLink skill={skill} label="Configurations" search="" target={toTabSearch('configurations')} />
        </Row>
      </>
    ),
  },
  {
    key: 'state',
    label: 'Status',
    width: '11%',
    narrowWidth: '12%',
    text: ({ state }) => (state === undefined ? '' : skillStateLabels[state]),
    cell: ({ state }) => state && <SkillStateBadge state={state} />,
    sort: 'text',
  },
  {
    key: 'price',
    label: 'Price',
    ...figure,
    ...ofBilling,
    width: '8%',
    narrowWidth: '11%',
    text: ({ price }) => (price === undefined ? '' : formatEuroAmount(price)),
    sort: byNumber(({ price }) => price),
  },
  {
    key: 'requests',
    label: 'Requests',
    ...figure,
    cell: ({ id, figures }, { month }) => (
      <FigureCell figures={figures}>
        {({ requests }) => (
          <RequestsOf id={id} count={requests} month={month}>
            {formatCount(requests)}
          </RequestsOf>
        )}
      </FigureCell>
    ),
    sort: byNumber(({ figures }) => figures?.requests),
  },
  {
    key: 'cost',
    label: 'Cost',
    ...figure,
    ...ofBilling,
    cell: ({ id, figures }, { month }) => (
      <FigureCell figures={figures}>
        {({ requests, cost = 0 }) => (
          <RequestsOf id={id} count={requests} month={month}>
            {formatEuroTotal(cost)}
          </RequestsOf>
        )}
      </FigureCell>
    ),
    sort: byNumber(({ figures }) => figures?.cost),
  },
  {
    key: 'limit',
    label: 'Limit',
    ...figure,
    ...ofBilling,
    narrowWidth: '8%',
    text: ({ limit }) => (limit == null ? '–' : formatEuroAmount(limit)),
    cell: ({ limit }) => (limit == null ? '–' : <LimitLink>{formatEuroAmount(limit)}</LimitLink>),
    sort: byNumber(({ limit }) => limit),
  },
  {
    key: 'success',
    label: 'Success rate',
    ...figure,
    width: '10%',
    narrowWidth: '9.5%',
    cell: ({ id, figures }, { month }) => (
      <FigureCell figures={figures}>
        {({ successRate }) =>
          successRate === null ? (
            <span title="No conversation has finished yet">–</span>
          ) : (
            <SuccessLink id={id} isWhole={successRate === 100} month={month}>
              {formatPercent(successRate)}
            </SuccessLink>
          )
        }
      </FigureCell>
    ),
    sort: byNumber(({ figures }) => figures?.successRate),
  },
  {
    key: 'options',
    label: 'Options',
    isLabelHidden: true,
    width: '3.5rem',
    narrowWidth: '3rem',
    align: 'end',
    cell: (skill, { onCommand }) => (
      <Dropdown label={`Options of ${skill.name}`} button={<MoreIcon />}>
        {listSkillMenu(skill).map(({ command, reason }) => (
          <DropdownItem key={command} onSelect={() => onCommand(skill, command)} reason={reason}>
            {commandLabels[command]}
          </DropdownItem>
        ))}
      </Dropdown>
    ),
  },
]);

/** `Finance · SAP · Enterprise Resource Planning (ERP)` */
const describeKind = ({ area, serviceProvider, domainKnowledge }: Skill): string =>
  [getAreaLabel(area), serviceProvider, getDomainLabel(domainKnowledge)].filter(Boolean).join(' · ');

/** The parameters of the list's address; what means nothing is left out. */
export function parseSkillsAddress(raw: object): ListAddress & SkillFilter {
  return { ...parseSkillFilter(raw), ...parseSortOrder(raw, skillColumns) };
}
