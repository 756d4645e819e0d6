import { skipToken, useQuery } from '@tanstack/react-query';
import { can } from '#contract/capabilities.ts';
import type { CurrentUser } from '#features/sign-in/contract/session-forms.ts';
import { formatShortDay } from '#contract/calendar/formats.ts';
import type { IntakeKey } from '#features/intake/contract/intake-keys.ts';
import type { Invoice } from '#features/billing/contract/invoices.ts';
import type { ListedUser } from '#features/people/contract/users.ts';
import type { Skill } from '#features/skills/contract/skills.ts';
import { companiesQuery } from '#features/company/web/companies/companies.queries.ts';
import { useOpenCompany } from '#web/records/companies/use-open-company.ts';
import { intakeKeysQuery } from '#features/intake/web/intake-keys/intake-keys.queries.ts';
import { invoicesQuery } from '#features/billing/web/invoices/invoices.queries.ts';
import { usersQuery } from '#features/people/web/users/users.queries.ts';
import { describeOwner } from '#features/conversation-log/web/logs/views/listed-views.ts';
import { logViewsQuery, toViewSearch } from '#features/conversation-log/web/logs/views/views.queries.ts';
import type { LogView } from '#features/conversation-log/contract/log-views.ts';
import { storeQuery } from '#features/skills/web/skills.queries.ts';
import { queries } from '../../api/queries.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { paths } from '../../paths.ts';
import type { Command } from './command.ts';

/** A list that the person may not see is not asked for; one that fails leaves the others as they are. */
const asked = (isAllowed: boolean) => ({ enabled: isAllowed, throwOnError: false });

interface Loaded<Row> {
  readonly data: readonly Row[] | undefined;
  readonly isLoading: boolean;
  readonly isError: boolean;
}

const toCommands = <Row>({ data = [], ...state }: Loaded<Row>, toCommand: (row: Row) => Command) => ({
  ...state,
  commands: data.map(toCommand),
});

/** The records that the person may see, from the lists of their pages. They are loaded when the palette first opens. */
export function useRecordCommands(holder: CurrentUser, text: string) {
  const managesUsers = can(holder, 'users.manage');
  const people = useQuery({ ...usersQuery, ...asked(managesUsers || can(holder, 'transcripts.read-all')) });
  const skills = useQuery({ ...storeQuery, ...asked(can(holder, 'skills.manage')) });
  const keys = useQuery({ ...intakeKeysQuery, ...asked(can(holder, 'intake.manage')) });
  const invoices = useQuery({ ...invoicesQuery, ...asked(can(holder, 'billing.read')) });
  const views = useQuery({ ...logViewsQuery, ...asked(can(holder, 'transcripts.read-own')) });
  const found = [
    toCommands(people, (user) => toPerson(user, managesUsers)),
    toCommands(skills, toSkill),
    toCommands(keys, toKey),
    toCommands(invoices, toInvoice),
    toCommands(views, toView),
    useConversation(holder, text),
    useCompanies(holder),
  ];
  return {
    commands: found.flatMap(({ commands }) => commands),
    isLoading: found.some(({ isLoading }) => isLoading),
    isFailed: found.some(({ isError }) => isError),
  };
}

const toPerson = ({ id, firstName, lastName, email }: ListedUser, managesUsers: boolean): Command => ({
  id: `user ${id}`,
  group: 'People',
  title: `${firstName} ${lastName}`,
  detail: email,
  to: managesUsers ? { path: paths.user(id) } : { path: paths.logs(), search: { users: id } },
});

const toSkill = ({ _id, name }: Skill): Command => ({
  id: `skill ${_id}`,
  group: 'Skills',
  title: name,
  to: { path: paths.skill(_id) },
});

const toKey = ({ id, name, hint, revokedAt }: IntakeKey): Command => ({
  id: `key ${id}`,
  group: 'Assistant keys',
  title: name,
  detail: revokedAt === null ? `…${hint}` : 'Revoked',
  to: { path: paths.intakeKey(id) },
});

const toInvoice = ({ _id, invoiceId, issueDate }: Invoice): Command => ({
  id: `invoice ${_id}`,
  group: 'Invoices',
  title: invoiceId,
  detail: formatShortDay(issueDate),
  to: { path: paths.billing(), search: { invoice: _id } },
});

const toView = (view: LogView): Command => ({
  id: `view ${view.id}`,
  group: 'Views',
  title: view.name,
  detail: describeOwner(view) ?? 'Conversations',
  to: { path: paths.logs(), search: toViewSearch(view) },
});

/** The other companies that the provider acts in. */
function useCompanies(holder: CurrentUser) {
  const openCompany = useOpenCompany();
  const { data, ...state } = useQuery({ ...companiesQuery, ...asked(can(holder, 'companies.manage')) });
  const others = data?.filter(({ id }) => id !== holder.companyId);
  return toCommands({ ...state, data: others }, ({ id, name }) => ({
    id: `company ${id}`,
    group: 'Companies',
    title: name,
    detail: `Act as ${name}`,
    run: () => void openCompany(id),
  }));
}

/** An id has no spaces, and fewer characters than these are none. */
const shortestId = 4;
const pauseMs = 250;

/** The conversation with exactly this id of its assistant, where the person may read it. */
function useConversation(holder: CurrentUser, text: string) {
  const externalId = useDebounced(text.trim(), pauseMs);
  const isId = externalId.length >= shortestId && externalId.length <= 200 && !/\s/.test(externalId);
  const isAsked = isId && can(holder, 'transcripts.read-own');
  const { data, isLoading, isError } = useQuery({
    ...queries.analytics.findConversation.queryOptions({ input: isAsked ? { query: { externalId } } : skipToken }),
    throwOnError: false,
  });
  const commands: Command[] = data?.id
    ? [
        {
          id: `conversation ${data.id}`,
          group: 'Conversations',
          title: externalId,
          to: { path: paths.logs(), search: { record: data.id } },
        },
      ]
    : [];
  return { commands, isLoading, isError };
}
