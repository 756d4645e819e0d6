import { can } from '#contract/capabilities.ts';
import type { CurrentUser } from '#features/sign-in/contract/session-forms.ts';
import { paths } from '../../paths.ts';
import { getVisibleTabs } from '../areas.ts';
import { linkedPages } from '../page-names.ts';
import { getMenuBlocks } from '../shell/menu.ts';
import type { Command } from './command.ts';

interface ActionRuns {
  readonly downloadUsage: () => void;
}

/** The commonest actions, of those that the person may take. */
export function listActions(holder: CurrentUser, { downloadUsage }: ActionRuns): Command[] {
  const actions: readonly [isAllowed: boolean, command: Omit<Command, 'id' | 'group'>][] = [
    [can(holder, 'users.manage'), { title: 'Invite users', to: { path: paths.inviteUsers() } }],
    [can(holder, 'limits.manage'), { title: 'Set limit', to: { path: paths.usage(), opensDialog: 'limit' } }],
    [can(holder, 'intake.manage'), { title: 'Create key', to: { path: paths.intakeKeys(), opensDialog: 'new-key' } }],
    [can(holder, 'billing.read'), { title: 'Download usage', detail: 'CSV of this month', run: downloadUsage }],
    [
      can(holder, 'companies.manage'),
      { title: 'Act as …', detail: 'Choose a company', to: { path: paths.companies() } },
    ],
  ];
  return actions.flatMap(([isAllowed, command]) =>
    isAllowed ? [{ ...command, id: `action ${command.title}`, group: 'Actions' }] : [],
  );
}

interface Page {
  readonly label: string;
  readonly path: string;
  readonly detail?: string | undefined;
  readonly keywords?: string | undefined;
}

/** The pages of the menu, those that it leads to, and those of the account that the person may open. */
export function listPages(holder: CurrentUser): Command[] {
  const pages = getMenuBlocks(holder)
    .flat()
    .flatMap((area): Page[] => [
      ...(area.path === undefined ? [] : [{ label: area.label, path: area.path, keywords: area.keywords }]),
      ...[...getVisibleTabs(holder, area), ...(area.group?.links ?? [])].map((page) => ({
        ...page,
        detail: area.label,
      })),
    ]);
  const account: readonly Page[] = [
    { label: 'Profile', path: paths.profile(), detail: 'Account' },
    { label: 'Security', path: paths.security(), detail: 'Account' },
    { label: 'My files', path: paths.downloads(), detail: 'Account' },
  ];
  const linked = linkedPages.filter(({ capability }) => capability === undefined || can(holder, capability));
  const byPath = Map.groupBy([...pages, ...account, ...linked], ({ path }) => path);
  return [...byPath.values()].map(toCommand);
}

/** An entry and its first tab lead to one page: named by the entry, with the name of the tab beside it; all their words find it. */
function toCommand(named: readonly Page[]): Command {
  const [{ label = '', path = '', detail } = {}, ...others] = named;
  const beside = others.map((other) => other.label).find((each) => each !== label);
  const words = named.flatMap((page) => [page.label, page.keywords ?? '']);
  return {
    id: `page ${path}`,
    group: 'Pages',
    title: label,
    detail: detail ?? beside,
    keywords: words.join(' '),
    to: { path },
  };
}
