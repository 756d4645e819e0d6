import { recipientChoices } from '#features/mail/contract/mail-kinds.ts';
import type { NotificationSettings } from '#features/mail/contract/notifications.ts';

export type NotificationValues = Pick<NotificationSettings, 'updates' | 'limits' | 'recipients'>;

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
    purpose: 'News about the platform.',
    choices: [
      {
        path: 'updates.announcements',
        label: 'Announcements',
        explanation: 'New features and changes that affect how your company uses the platform.',
      },
      {
        path: 'updates.maintenance',
        label: 'Maintenance',
        explanation: 'Upcoming maintenance that may affect availability.',
      },
      {
        path: 'updates.newSkills',
        label: 'New skills',
        explanation: 'New skills in the skill store.',
      },
    ],
  },
  {
    title: 'Spending and limits',
    purpose: 'Your company’s spending compared with its limits.',
    choices: [
      {
        path: 'limits.accountLimit',
        label: 'Account limit',
        explanation: 'When the account or a skill has reached its limit for the current period.',
      },
      {
        path: 'limits.budgetWarning',
        label: 'Budget warning',
        explanation:
          'When the account or a skill has used 50% and 80% of its limit, or is expected to reach it this month. People are warned about their own limit too.',
      },
      {
        path: 'limits.spendingDigest',
        label: 'Spending digest',
        explanation: 'Every Monday: last week’s spend and this month’s forecast.',
      },
    ],
  },
];

type Recipients = NotificationValues['recipients'];

interface RecipientField {
  readonly path: `recipients.${keyof Recipients}`;
  readonly name: keyof Recipients;
  readonly label: string;
  readonly explanation: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

const toOptions = (contact: string) => {
  const labels = {
    both: `Administrators and ${contact}`,
    contact: `${contact.charAt(0).toUpperCase()}${contact.slice(1)} only`,
    administrators: 'Administrators only',
  };
  return recipientChoices.map((value) => ({ value, label: labels[value] }));
};

/** Who gets mails that have a contact person. */
export const recipientFields: readonly RecipientField[] = [
  {
    path: 'recipients.invoices',
    name: 'invoices',
    label: 'Invoices',
    explanation:
      'An e-mail with each new invoice and credit note. The billing e-mail of the company profile stands in for the primary contact.',
    options: [...toOptions('primary contact'), { value: 'nobody', label: 'No one' }],
  },
  {
    path: 'recipients.maintenance',
    name: 'maintenance',
    label: 'Maintenance and incidents',
    explanation: 'Only if Maintenance is selected above. The secondary contact is the technical contact.',
    options: toOptions('secondary contact'),
  },
];

/** The settings alone, copied, because the form compares them and the update accepts nothing else. */
export function toNotificationValues({ updates, limits, recipients }: NotificationValues): NotificationValues {
  return { updates: { ...updates }, limits: { ...limits }, recipients: { ...recipients } };
}

/** The settings in which the newer version differs from the unsaved one. */
export function listDifferences(theirs: NotificationValues, mine: NotificationValues) {
  const flags = choiceGroups
    .flatMap(({ choices }) => choices)
    .map(({ path, label }) => ({ label, theirs: getWord(theirs, path), yours: getWord(mine, path) }));
  const nameChoice = (values: NotificationValues, { name, options }: RecipientField) =>
    options.find(({ value }) => value === values.recipients[name])?.label ?? '';
  const recipients = recipientFields.map((field) => ({
    label: field.label,
    theirs: nameChoice(theirs, field),
    yours: nameChoice(mine, field),
  }));
  return [...flags, ...recipients].filter((choice) => choice.theirs !== choice.yours);
}

function getWord(values: NotificationValues, path: Choice['path']): string {
  const [group, name] = path.split('.') as ['updates' | 'limits', string];
  const flags: Readonly<Record<string, boolean>> = values[group];
  return flags[name] ? 'On' : 'Off';
}
