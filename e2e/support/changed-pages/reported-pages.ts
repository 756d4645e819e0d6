import { expect } from 'vitest';
import { paths } from '../../../web/paths.ts';
import { report } from '../reports.ts';
import {
  chooseOption,
  confirm,
  fill,
  follow,
  goBack,
  key,
  ofCompany,
  open,
  press,
  see,
  seeButton,
  seeHeading,
  seeRow,
  typeDelete,
  type Action,
  type Flow,
  type RecordPage,
} from './flow-actions.ts';

const pageSize = 20;

/** Conversations of now, each of a skill of its own. */
export const reportSome = (from: number, count: number) => {
  return ({ founder }: Pick<Flow, 'founder'>) =>
    report(
      founder,
      Array.from({ length: count }, (_, index) => ({
        id: `c${from + index}`,
        date: new Date().toISOString(),
        skill: `Skill ${from + index}`,
        user: { id: 'mari-7', firstName: 'Mari', lastName: 'Tamm' },
        status: 'Completed' as const,
      })),
    );
};

const findPerson = (text: string): readonly Action[] => [fill('Name, e-mail address or ID', text), press('Find')];
const openFirstRow: Action = ({ page }) => page.locator('tbody tr a').first().click();
const seeDialog: Action = ({ page }) => page.getByRole('dialog').waitFor();

const seeRowCount =
  (count: number): Action =>
  async ({ page }) => {
    await expect.poll(() => page.locator('tbody tr').count()).toBe(count);
  };

/** Companies of sign-ups wait for it, where the portal is set so. */
const approveCompany: Action = async ({ page, founder }) => {
  const approve = page.getByRole('button', { name: `Approve ${founder.company}` });
  await page
    .getByRole('button', { name: `Options of ${founder.company}` })
    .or(approve)
    .waitFor();
  if (await approve.isVisible()) await approve.click();
};

/** Records that assistants report, what follows from them, and then the provider's. In this order: each finds the figures of the one before. */
export const reportedPages: readonly RecordPage[] = [
  {
    name: 'limits',
    path: paths.usage(),
    save: [
      press('Set account limit'),
      fill('Limit in euros', '3'),
      press('Confirm'),
      seeButton('Change account limit'),
      see('€3.00'),
    ],
    filter: [press('Show all ( 25) Skills'), seeButton('Collapse Table'), press('Collapse Table')],
    live: [reportSome(25, 3), seeRow('Total spent in period:', '28')],
    back: [open(paths.billing()), seeHeading('Billing'), goBack, see('€3.00')],
    confirm: [confirm([press('Change account limit')], [fill('Limit in euros', '5')], 'Confirm'), see('€5.00')],
  },
  {
    name: 'conversations',
    path: paths.logs(),
    live: [
      see('Showing 1 to 20 of 28 entries .'),
      reportSome(28, 3),
      press('3 new'),
      see('Showing 1 to 20 of 31 entries .'),
    ],
    pageOn: [press('Next page'), see('Showing 21 to 31 of 31 entries .'), seeRowCount(31 - pageSize)],
    back: [openFirstRow, seeDialog, key('Escape'), see('Showing 21 to 31 of 31 entries .')],
    confirm: [
      confirm(
        [openFirstRow, chooseOption('the conversation', 'Delete')],
        [fill('Reason', 'Reported by mistake'), typeDelete],
        'Delete conversation',
      ),
      see('Showing 21 to 30 of 30 entries .'),
    ],
  },
  {
    name: 'retention',
    path: paths.retention(),
    save: [
      fill('Keep texts and images, in days', '90'),
      press('Save changes'),
      see('would lose their text'),
      press('Save'),
      see('The retention has been saved.'),
    ],
    back: [follow('Masking'), seeHeading('Masking'), goBack, seeHeading('How long data is kept')],
    confirm: [fill('Keep texts and images, in days', ''), press('Save changes'), press('Cancel')],
  },
  {
    name: 'erasures',
    path: paths.privacy(),
    save: [...findPerson('mari'), seeButton('Erase Mari Tamm')],
    filter: [
      ...findPerson('zzzq'),
      see('Nothing is stored about a person'),
      ...findPerson('tamm'),
      seeButton('Erase Mari Tamm'),
    ],
    back: [follow('Masking'), seeHeading('Masking'), goBack, seeButton('Erase Mari Tamm')],
    confirm: [
      confirm([press('Erase Mari Tamm')], [typeDelete, fill('Reason', 'A request of the person')], 'Erase person'),
      seeRow('30 conversations', 'Done'),
    ],
  },
  {
    name: 'dashboard',
    path: paths.dashboard(),
    save: [({ page }) => page.getByRole('main').getByText('30', { exact: true }).first().waitFor()],
  },
  {
    name: 'companies',
    path: paths.companies(),
    by: 'operator@steward.example',
    save: [
      approveCompany,
      chooseOption(ofCompany, 'Suspend'),
      fill('Reason', 'Unpaid invoices'),
      press('Suspend'),
      see('has been suspended.'),
      chooseOption(ofCompany, 'Reactivate'),
      see('has been reactivated.'),
    ],
    back: [open(paths.operations()), seeHeading('Operations'), goBack, seeRow(ofCompany)],
    confirm: [
      confirm(
        [chooseOption(ofCompany, 'Delete')],
        [fill('Name of the company', ofCompany), fill('Reason', 'The contract has ended')],
        'Schedule deletion',
      ),
      seeRow(ofCompany, 'To be deleted on'),
      chooseOption(ofCompany, 'Cancel deletion'),
      see('has been cancelled.'),
    ],
  },
];
