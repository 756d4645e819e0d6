import { formatShortDate } from '#contract/calendar/formats.ts';
import {
  getUserField,
  listedUserFields,
  shortUserLabels,
  type ListedUserField,
} from '#features/people/contract/user-fields.ts';
import { listEntries } from '#contract/filters/filters.ts';
import { matchesUser, userNarrowings, type UserNarrowing } from '#features/people/contract/user-filters.ts';
import type { User } from '#features/people/contract/users.ts';
import { paths } from '#web/paths.ts';
import { parseSearchText, parseSortOrder, type ListAddress } from '#web/records/list-address.ts';
import { useListNavigation } from '#web/records/use-list-navigation.ts';
import { StatusBadge } from '#web/ui/records/status-badge.tsx';
import { defineColumns, type Column } from '#web/ui/records/columns.ts';

export const stateTones = { Invited: 'amber', Active: 'green', Deactivated: 'grey' } as const;

/** Breaks between its words alone: `Technical` `User`. */
function RoleName({ role, isFirst }: { role: string; isFirst: boolean }) {
  const [start = '', ...rest] = role.split(/(?=User$|Admin$)/);
  return (
    <>
      <span>{`${isFirst ? '' : ', '}${start}`}</span>
      {rest.length > 0 && <wbr />}
      {rest.length > 0 && <span>{rest.join('')}</span>}
    </>
  );
}

/** 'Active, 2FA' */
function describeState({ access }: User): string {
  return `${access?.state ?? ''}${access?.hasTwoFactor ? ', 2FA' : ''}`;
}

/** How a field looks where it does not stand cut on one line. */
const looks: Partial<Record<ListedUserField, Pick<Column<User>, 'look' | 'isLink' | 'overflow'>>> = {
  firstName: { look: 'quiet-link', isLink: true },
  lastName: { look: 'strong' },
  email: { overflow: 'anywhere' },
};

const textColumns = listedUserFields.map((field): Column<User, { timeZone: string }> => ({
  key: field,
  isName: true,
  label: shortUserLabels[field],
  overflow: 'one-line',
  ...getUserField(field).column,
  ...looks[field],
  text: (user) => user[field] ?? '',
  sort: 'text',
  search: 'text',
}));

/** The columns of the users list (section 2.2), then what an administrator asks about a user. */
export const userColumns = defineColumns<User, { timeZone: string }>([
  ...textColumns,
  {
    key: 'roles',
    label: shortUserLabels.roles,
    width: '15%',
    narrowWidth: '15%',
    look: 'soft',
    text: ({ roles = [] }) => roles.join(', '),
    cell: ({ roles = [] }) => roles.map((role, index) => <RoleName key={role} role={role} isFirst={index === 0} />),
    sort: 'text',
  },
  {
    key: 'status',
    label: 'Status',
    width: '12%',
    narrowWidth: '14%',
    text: describeState,
    cell: (user) => <StatusBadge tone={stateTones[user.access?.state ?? 'Active']} label={describeState(user)} />,
    sort: 'text',
  },
  {
    key: 'lastSignIn',
    label: 'Last sign-in',
    width: '11%',
    narrowWidth: '11%',
    look: 'soft',
    cell: ({ access }, { timeZone }) =>
      access?.lastSignInAt ? (
        <time dateTime={access.lastSignInAt}>{formatShortDate(access.lastSignInAt, timeZone)}</time>
      ) : (
        'Never'
      ),
    sort: (a, b) => (a.access?.lastSignInAt ?? '').localeCompare(b.access?.lastSignInAt ?? ''),
  },
]);

interface UsersAddress extends ListAddress, UserNarrowing {}

/** The parameters of the list's address (`?search=&role=&state=&signIn=&sortBy=&order=`); what means nothing is left out. */
export function parseUsersAddress(raw: object): UsersAddress {
  const narrowing = listEntries(userNarrowings).flatMap(([name, { values = {} }]) => {
    const value = (raw as Record<string, unknown>)[name];
    return typeof value === 'string' && Object.hasOwn(values, value) ? [[name, value] as const] : [];
  });
  return { ...parseSearchText(raw), ...Object.fromEntries(narrowing), ...parseSortOrder(raw, userColumns) };
}

/** Whether the filters of the address leave a user in the list. */
export const matchesAddress = (user: User, address: UsersAddress): boolean => matchesUser(user, address, new Date());

export const useUsersNavigation = () => useListNavigation({ listPath: paths.users(), parse: parseUsersAddress });
