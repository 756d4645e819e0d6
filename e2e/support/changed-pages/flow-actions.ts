import type { Locator, Page } from 'playwright-core';
import type { Person } from '../people.ts';

/** A tab on pages that others change, and who works in it. */
export interface Flow {
  readonly page: Page;
  readonly founder: Person;
}

/** One thing that a person does or sees. */
export type Action = (flow: Flow) => Promise<unknown>;

/** The flows of the page of a kind of records; a flow that is left out is one that the page does not have. */
export interface RecordPage {
  readonly name: string;
  readonly path: string;
  /** Who opens it, where it is not the company's SuperAdmin. */
  readonly by?: 'operator@steward.example';
  /** Creates and changes, and sees what the server has stored. */
  readonly save?: readonly Action[];
  readonly filter?: readonly Action[];
  readonly pageOn?: readonly Action[];
  /** Follows what an assistant reports. */
  readonly live?: readonly Action[];
  /** Leaves the page, and comes back to what it showed. */
  readonly back?: readonly Action[];
  /** Leaves a question by Escape, and then deletes by it. */
  readonly confirm?: readonly Action[];
}

/** Fixed, or made of what belongs to the company of the flow. */
type Text = string | ((flow: Flow) => string);

const toText = (text: Text, flow: Flow) => (typeof text === 'string' ? text : text(flow));
const main = ({ page }: Flow) => page.getByRole('main');

export const findRow = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** Follows an address as a link does, without loading the portal again. */
export const open =
  (path: string): Action =>
  ({ page }) =>
    page.evaluate((address) => history.pushState({}, '', address), path);

export const fill =
  (label: string, value: Text, isExact = false): Action =>
  (flow) =>
    flow.page.getByLabel(label, { exact: isExact }).fill(toText(value, flow));

export const choose =
  (label: string, option: string): Action =>
  ({ page }) =>
    page.getByLabel(label, { exact: true }).selectOption(option);

/** Searches, and waits for the address to hold the text, which Back leads to. */
export const search = (text: string): Action => {
  return async ({ page }) => {
    await page.getByPlaceholder('Search...').fill(text);
    await page.waitForURL((url) => (url.searchParams.get('search') ?? '') === text);
  };
};

export const key =
  (name: string): Action =>
  ({ page }) =>
    page.keyboard.press(name);

export const press =
  (name: string): Action =>
  ({ page }) =>
    page.getByRole('button', { name, exact: true }).click();

/** Follows a link of the page, not of the menu. */
export const follow =
  (name: string): Action =>
  (flow) =>
    main(flow).getByRole('link', { name, exact: true }).first().click();

export const chooseOption =
  (of: Text, item: string): Action =>
  async (flow) => {
    await flow.page.getByRole('button', { name: `Options of ${toText(of, flow)}` }).click();
    await flow.page.getByRole('menuitem', { name: item, exact: true }).click();
  };

const waitFor = (find: (flow: Flow) => Locator, state: 'visible' | 'hidden' = 'visible'): Action => {
  return (flow) => find(flow).first().waitFor({ state });
};

export const see = (text: string | RegExp): Action => waitFor(({ page }) => page.getByText(text));
export const seeHeading = (name: string): Action =>
  waitFor(({ page }) => page.getByRole('heading', { name, exact: true }));
export const seeRow = (name: Text, text = ''): Action =>
  waitFor((flow) => findRow(flow.page, toText(name, flow)).filter({ hasText: text }));
export const goneRow = (name: string): Action => waitFor(({ page }) => findRow(page, name), 'hidden');
export const seeButton = (name: string): Action => waitFor(({ page }) => page.getByRole('button', { name }));

/** Back by the browser, once the page before is left. */
export const goBack: Action = ({ page }) => page.goBack();

/** Opens a question, leaves it by Escape, which changes nothing, opens it again and confirms it. */
export function confirm(ask: readonly Action[], answers: readonly Action[], button: string): Action {
  return async (flow) => {
    const confirmation = flow.page.getByRole('button', { name: button, exact: true });
    // A question can stand above the dialog of what it is about.
    const dialog = flow.page.getByRole('dialog').filter({ has: confirmation });
    for (const action of ask) await action(flow);
    await dialog.waitFor();
    await flow.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    // The question stands where the first action has led.
    await ask.at(-1)?.(flow);
    await dialog.waitFor();
    for (const action of answers) await action(flow);
    await dialog.getByRole('button', { name: button, exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
  };
}

export const typeDelete = fill('Type DELETE to confirm', 'DELETE');

export const ofCompany = ({ founder }: Flow) => founder.company;
