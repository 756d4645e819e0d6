import { shortUserLabels } from '#contract/user-labels.ts';
import type { User } from '#contract/users.ts';
import { paths } from '../../paths.ts';
import { parseSearchText, parseSortOrder } from '../../records/list-address.ts';
import type { ListAddress } from '../../records/list-address.ts';
import { useListNavigation } from '../../records/use-list-navigation.ts';
import { defineColumns } from '../../ui/records/columns.ts';

/** The columns of the users list (section 2.2). */
export const userColumns = defineColumns<User>([
  {
    key: 'firstName',
    label: shortUserLabels.firstName,
    width: '15%',
    narrowWidth: '13%',
    overflow: 'one-line',
    look: 'quiet-link',
    isLink: true,
    text: ({ firstName }) => firstName,
    sort: 'text',
    search: 'text',
  },
  {
    key: 'lastName',
    label: shortUserLabels.lastName,
    width: '17%',
    narrowWidth: '13%',
    overflow: 'one-line',
    look: 'strong',
    text: ({ lastName }) => lastName,
    sort: 'text',
    search: 'text',
  },
  {
    key: 'email',
    label: shortUserLabels.email,
    width: '29%',
    narrowWidth: '29.5%',
    overflow: 'anywhere',
    text: ({ email }) => email,
    sort: 'text',
    search: 'text',
  },
  {
    key: 'company',
    label: shortUserLabels.company,
    overflow: 'one-line',
    text: ({ company = '' }) => company,
    sort: 'text',
    search: 'text',
  },
  {
    key: 'roles',
    label: shortUserLabels.roles,
    width: '17%',
    narrowWidth: '16%',
    look: 'soft',
    text: ({ roles = [] }) => roles.join(', '),
    sort: 'text',
  },
]);

/** The parameters of the list's address (`?search=&sortBy=&order=`); what means nothing is left out. */
export function parseUsersAddress(raw: object): ListAddress {
  return { ...parseSearchText(raw), ...parseSortOrder(raw, userColumns) };
}

export const useUsersNavigation = () => useListNavigation({ listPath: paths.users(), parse: parseUsersAddress });
