import type { NotificationSettings, NotificationSettingsForm } from '#contract/mails/notifications.ts';

export type NotificationValues = Pick<NotificationSettings, 'updates' | 'limits'>;

interface Choice {
  readonly path: `updates.${keyof NotificationValues['updates']}` | `limits.${keyof NotificationValues['limits']}`;
  readonly label: string;
  readonly explanation: string;
}

interface ChoiceGroup {
  readonly title: string;
  readonly purpose: string;
  readonly choices: readonly Choice[];
}

/** The six settings of section 3, in two groups. */
export const choiceGroups: readonly ChoiceGroup[] = [
  {
    title: 'Platform updates',
    purpose: 'News about the platform itself.',
    choices: [
      {
        path: 'updates.announcements',
        label: 'Announcements',
        explanation: 'New features and changes that affect how your company uses the platform.',
      },
      {
        path: 'updates.maintenance',
        label: 'Maintenance',
        explanation: 'Planned maintenance, before the platform is slow or not available.',
      },
      {
        path: 'updates.newSkills',
        label: 'New skills',
        explanation: 'Skills that have been added to the skill store.',
      },
    ],
  },
  {
    title: 'Spending and limits',
    purpose: 'What your company spends against its budget.',
    choices: [
      {
        path: 'limits.accountLimit',
        label: 'Account limit',
        explanation: 'When spending in the current period has reached the account budget, or that of a skill.',
      },
      {
        path: 'limits.budgetWarning',
        label: 'Budget warning',
        explanation: 'When spending has reached 50 % and 80 % of the account budget, or of that of a skill.',
      },
      {
        path: 'limits.spendingDigest',
        label: 'Spending digest',
        explanation: 'On Mondays: what last week has cost, and how the month is expected to end.',
      },
    ],
  },
];

const allChoices = choiceGroups.flatMap((group) => group.choices);

/** Only the flags, copied: the form compares them, and the save sends nothing else but the version. */
export function toNotificationValues({ updates, limits }: NotificationValues): NotificationValues {
  return { updates: { ...updates }, limits: { ...limits } };
}

export function toNotificationUpdate(values: NotificationValues, version: number): NotificationSettingsForm {
  return { ...toNotificationValues(values), version };
}

/** The choices in which the newer settings differ from what the person wants to save. */
export function findDifferences(theirs: NotificationValues, mine: NotificationValues) {
  return allChoices
    .map(({ path, label }) => ({ label, theirs: getWord(theirs, path), yours: getWord(mine, path) }))
    .filter((choice) => choice.theirs !== choice.yours);
}

function getWord(values: NotificationValues, path: Choice['path']): string {
  const [group, name] = path.split('.') as ['updates' | 'limits', string];
  const flags: Readonly<Record<string, boolean>> = values[group];
  return flags[name] ? 'On' : 'Off';
}
