import { can } from '#contract/capabilities.ts';
import type { CurrentUser } from '#features/sign-in/contract/session-forms.ts';
import { paths } from '../../paths.ts';
import { getVisibleTabs } from '../areas.ts';
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

/** Pages without an entry or a tab, which links of other pages lead to. */
const linkedPages = [
  { label: 'Limits', path: paths.usageLimits(), detail: 'Usage Dashboard', capability: 'billing.read' },
  { label: 'Test a payload', path: paths.dryRun(), detail: 'Assistants', capability: 'intake.manage' },
  { label: 'Agreed prices', path: paths.agreedPrices(), detail: 'Skills', capability: 'skills.set-prices' },
] as const;

/** The pages of the menu, those that it leads to, and those of the account that the person may open. */
export function listPages(holder: CurrentUser): Command[] {
  const pages = getMenuBlocks(holder)
    .flat()
    .flatMap((area) => [
      ...(area.path === undefined ? [] : [{ label: area.label, path: area.path, detail: undefined }]),
      ...getVisibleTabs(holder, area).map(({ label, path }) => ({ label, path, detail: area.label })),
      ...(area.group?.links ?? []).map(({ label, path }) => ({ label, path, detail: area.label })),
    ]);
  const account = [
    { label: 'Profile', path: paths.profile(), detail: 'Account' },
    { label: 'Security', path: paths.security(), detail: 'Account' },
    { label: 'My files', path: paths.downloads(), detail: 'Account' },
    { label: 'Documentation', path: paths.documentation(), detail: undefined },
    { label: 'Contact us', path: paths.contacts(), detail: undefined },
  ];
  // An entry and its first tab lead to one page, which is named by the entry.
  const seen = new Set<string>();
  return [...pages, ...linkedPages.filter(({ capability }) => can(holder, capability)), ...account]
    .filter(({ path }) => !seen.has(path) && seen.add(path))
    .map(({ label, path, detail }) => ({ id: `page ${path}`, group: 'Pages', title: label, detail, to: { path } }));
}
