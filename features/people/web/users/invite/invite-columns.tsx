import { assignedUserFields, shortUserLabels, type AssignedUserField } from '#features/people/contract/user-fields.ts';
import { defineColumns } from '#web/ui/records/columns.ts';
import { Text } from '#web/ui/layout/layout.tsx';
import { StatusBadge } from '#web/ui/records/status-badge.tsx';
import type { ParsedRow } from './parse-invitations.ts';
import type { InviteRow, InviteState } from './use-invitations.ts';

const states: Readonly<
  Record<InviteState, { readonly label: string; readonly tone: 'green' | 'red' | 'grey' | 'amber' }>
> = {
  ready: { label: 'Ready', tone: 'grey' },
  invalid: { label: 'Problem', tone: 'red' },
  failed: { label: 'Waiting', tone: 'amber' },
  invited: { label: 'Invited', tone: 'green' },
  exists: { label: 'Already a user', tone: 'grey' },
  refused: { label: 'You cannot grant this role.', tone: 'red' },
};

/** A name that is made of an address is shown only where it is sent. */
const toName = ({ invitation: { firstName, lastName }, hasMadeName, state }: InviteRow) =>
  hasMadeName && state === 'invalid' ? '' : `${firstName} ${lastName}`;

interface PreviewContext {
  /** Fields that decide who pays, of those that a row of the list has. */
  readonly assigned: readonly AssignedUserField[];
}

/** Lists the fields that decide who pays, where at least one row has them. */
export const listAssigned = (rows: readonly ParsedRow[]): AssignedUserField[] =>
  assignedUserFields.filter((field) => rows.some(({ invitation }) => invitation[field]));

/** The preview of a list, and the result of each row. */
export const inviteColumns = defineColumns<InviteRow, PreviewContext>([
  { key: 'line', label: 'Line', width: '6%', look: 'soft', text: ({ line }) => String(line) },
  {
    key: 'email',
    isName: true,
    label: 'E-mail',
    width: '24%',
    overflow: 'anywhere',
    text: ({ invitation }) => invitation.email,
  },
  {
    key: 'name',
    isName: true,
    label: 'Name',
    overflow: 'one-line',
    text: toName,
    cell: (row) => (
      <>
        <bdi>{toName(row)}</bdi>{' '}
        {row.hasMadeName && row.state !== 'invalid' && (
          <Text as="span" size="sm" tone="faint" beside={1}>
            from the address
          </Text>
        )}
      </>
    ),
  },
  { key: 'roles', label: 'Role', width: '12%', look: 'soft', text: ({ invitation }) => invitation.roles.join(', ') },
  ...assignedUserFields.map((field) => ({
    key: field,
    label: shortUserLabels[field],
    width: '12%' as const,
    narrowWidth: '13%' as const,
    overflow: 'one-line' as const,
    look: 'soft' as const,
    isShown: ({ assigned }: PreviewContext) => assigned.includes(field),
    text: ({ invitation }: InviteRow) => invitation[field] ?? '',
  })),
  {
    key: 'result',
    label: 'Result',
    width: '20%',
    narrowWidth: '18%',
    overflow: 'anywhere',
    cell: ({ state, problem }) => <StatusBadge tone={states[state].tone} label={problem ?? states[state].label} />,
  },
]);
