import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fill } from '#web/testing/fill.ts';
import { MockedProblem } from '#web/api/testing/mock-api.ts';
import { makeSkill } from '../testing/make-skill.ts';
import { fillIn, field, openNew, press, rows } from '../testing/open-skill-form.tsx';
import { attack } from '../testing/open-skills.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const filled = {
  name: 'Leave requests',
  description: 'Leave requests',
  area: 'CO',
  serviceProvider: 'the provider',
  domainKnowledge: 'Communication',
  skillResult: 'Leave requests',
  conversationInfo: ['Leave requests'],
  screenShots: [],
  workflowApproval: false,
};

test('a skill is added with everything typed, once, and its page comes', async () => {
  const made = makeSkill();
  const { api, page, person } = await openNew({ skills: { create: made } });
  await fillIn(person);
  await person.click(field('Workflow approval'));
  await fill(person, field('Monthly limit'), '250,5');
  await person.click(field('Screenshot URL'));
  await person.paste('https://pictures.example/1.png');
  await person.click(press('Add screenshot URL'));
  await person.dblClick(press('Add skill'));
  await screen.findByText(`At /skills/${made._id}`);
  screen.getByText('The skill has been added.');
  const [call, second] = api.getCalls('skills.create');
  expect(second).toBeUndefined();
  expect(call?.body).toEqual({
    ...filled,
    workflowApproval: true,
    limit: 250.5,
    screenShots: ['https://pictures.example/1.png'],
  });
  expect(call?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
  // The form is not one step back.
  expect(page.router.history.canGoBack()).toBe(false);
});

test('what was typed and not added stops the save, keeps the text, and says so at its field', async () => {
  const made = makeSkill();
  const { api, person } = await openNew({ skills: { create: made } });
  await fillIn(person);
  await person.click(field('Commands'));
  await person.paste('Book a day off');
  await person.click(press('Add skill'));
  await screen.findByText('Add or clear this command.');
  expect(field('Commands').value).toBe('Book a day off');
  expect(document.activeElement).toBe(field('Commands'));
  expect(api.getCalls('skills.create')).toHaveLength(0);
  await person.keyboard('{Enter}');
  expect(rows('Added commands')).toEqual(['Leave requests', 'Book a day off']);
  await person.click(press('Add skill'));
  await screen.findByText(`At /skills/${made._id}`);
});

test('what is missing is said once, marked where it is, and the first of it has the focus', async () => {
  const { api, person } = await openNew();
  await person.click(press('Add skill'));
  expect(await screen.findAllByText('All fields are required!')).toHaveLength(1);
  const labels = ['Name', 'Description', 'Area', 'Service provider', 'Domain knowledge', 'Skill result', 'Commands'];
  for (const label of labels) expect(field(label).getAttribute('aria-invalid')).toBe('true');
  for (const label of ['Screenshot URL', 'Monthly limit']) {
    expect(field(label).getAttribute('aria-invalid')).not.toBe('true');
  }
  expect(document.activeElement).toBe(field('Name'));
  expect(api.getCalls('skills.create')).toHaveLength(0);
});

test('where a typed command was not added, the form asks for that alone', async () => {
  const { api, person } = await openNew();
  await fillIn(person);
  for (const name of rows('Added commands')) await person.click(press(`Remove command ${name}`));
  await fill(person, field('Commands'), 'Not added');
  await person.click(press('Add skill'));
  await screen.findByText('Add or clear this command.');
  expect(screen.queryByText('All fields are required!')).toBeNull();
  expect(document.activeElement).toBe(field('Commands'));
  expect(api.getCalls('skills.create')).toHaveLength(0);
});

test.each([' ', '\u00a0', '\u200b'])('white space alone (%j) is nothing', async (text) => {
  const { api, person } = await openNew();
  await fillIn(person);
  await person.clear(field('Skill result'));
  await person.click(field('Skill result'));
  await person.paste(text);
  await person.click(press('Add skill'));
  await screen.findByText('All fields are required!');
  expect(document.activeElement).toBe(field('Skill result'));
  expect(api.getCalls('skills.create')).toHaveLength(0);
});

test('Enter and plus add commands without sending the form, minus removes one', async () => {
  const { api, person } = await openNew();
  await person.type(field('Commands'), '  First {Enter}');
  await fill(person, field('Commands'), 'Second');
  await person.click(press('Add command'));
  await person.type(field('Commands'), '{Enter}');
  expect(rows('Added commands')).toEqual(['First', 'Second']);
  await person.type(field('Commands'), 'First{Enter}');
  screen.getByText('This command is already in the list.');
  await person.clear(field('Commands'));
  await person.click(press('Remove command First'));
  expect(rows('Added commands')).toEqual(['Second']);
  expect(document.activeElement).toBe(field('Commands'));
  await person.click(field('Commands'));
  await person.paste('x'.repeat(301));
  await person.keyboard('{Enter}');
  screen.getByText('The input can have at most 300 characters.');
  expect(rows('Added commands')).toEqual(['Second']);
  expect(api.getCalls('skills.create')).toHaveLength(0);
});

test.each(['javascript:alert(1)', 'http://plain.example/a.png', 'data:image/png;base64,AA', 'https://a b', 'picture'])(
  'the address %s is no screenshot',
  async (address) => {
    const { person } = await openNew();
    await person.click(field('Screenshot URL'));
    await person.paste(address);
    await person.keyboard('{Enter}');
    const message = 'A screenshot must be an https address or an uploaded image.';
    screen.getByText(message);
    expect(screen.queryByRole('list', { name: 'Added screenshots' })).toBeNull();
  },
);

test.each(['-1', '1e3', 'abc', '1.005', '99999999999'])('%s is no limit', async (limit) => {
  const { api, person } = await openNew();
  await fillIn(person);
  await fill(person, field('Monthly limit'), limit);
  await person.click(press('Add skill'));
  await screen.findByText('The input must be a number bigger than or equal to 0.');
  expect(screen.queryByText('All fields are required!')).toBeNull();
  expect(api.getCalls('skills.create')).toHaveLength(0);
});

test('the price is there for the provider’s people alone', async () => {
  await openNew();
  expect(screen.queryByLabelText('Price per request')).toBeNull();
});

test('the provider’s people set the price', async () => {
  const { api, person } = await openNew({ skills: { create: makeSkill() }, user: { isProvider: true } });
  await fillIn(person);
  await fill(person, field('Price per request'), 'free');
  await person.click(press('Add skill'));
  await screen.findByText('Enter an amount in euros, e.g. 0.45.');
  await person.clear(field('Price per request'));
  await fill(person, field('Price per request'), '0,45');
  await person.click(press('Add skill'));
  await waitFor(() => expect(api.getCalls('skills.create')[0]?.body).toEqual({ ...filled, price: 0.45 }));
});

test('problems of fields are shown under them, and a second attempt has a new key', async () => {
  const fields = [
    { path: 'name', message: 'This name is taken.' },
    { path: 'conversationInfo.0', message: 'This command is not allowed.' },
  ];
  const { api, person } = await openNew({ skills: { create: new MockedProblem('request.invalid', { fields }) } });
  await fillIn(person);
  await person.click(press('Add skill'));
  await screen.findByText('This name is taken.');
  screen.getByText('This command is not allowed.');
  expect(screen.queryByText('Some fields are not valid.')).toBeNull();
  await person.type(field('Name'), '!');
  await person.click(press('Add skill'));
  await waitFor(() => expect(api.getCalls('skills.create')).toHaveLength(2));
  const keys = api.getCalls('skills.create').map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(2);
});

test('offline, the attempt fails with words, and the same attempt can be made again', async () => {
  const { api, person } = await openNew({ skills: { create: makeSkill() } });
  await fillIn(person);
  api.goOffline();
  await person.click(press('Add skill'));
  await screen.findByText('The portal cannot be reached right now. Please try again shortly.');
  expect(field('Name').value).toBe('Leave requests');
});

test('Cancel goes back to where the form was opened', async () => {
  const { page, person } = await openNew();
  await act(() => page.router.navigate({ to: '/elsewhere' }));
  await act(() => page.router.navigate({ to: '/skills/management/addNew' }));
  await person.click(await screen.findByRole('button', { name: 'Cancel' }));
  await screen.findByText('At /elsewhere');
});

test('Cancel asks first where something would be lost', async () => {
  const { person } = await openNew();
  await fill(person, field('Name'), 'Half a skill');
  await person.click(press('Cancel'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
  await person.click(dialog.getByRole('button', { name: 'Stay on this page' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(field('Name').value).toBe('Half a skill');
  await person.click(press('Cancel'));
  await person.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await screen.findByText('At /skills/management');
});

test('Cancel without a step back leads to the list of skills', async () => {
  const { person } = await openNew();
  await person.click(press('Cancel'));
  await screen.findByText('At /skills/management');
});

test('whatever is typed is sent as it is, and shown as text', async () => {
  const { api, person } = await openNew({ skills: { create: makeSkill() } });
  await fillIn(person, attack);
  expect(rows('Added commands')).toEqual([attack]);
  expect(document.querySelector('main script, main li img')).toBeNull();
  await person.click(press('Add skill'));
  await waitFor(() => expect(api.getCalls('skills.create')[0]?.body).toMatchObject({ name: attack }));
});

test('while Enter ends the writing of a word in another script it adds nothing', async () => {
  const { person } = await openNew();
  await person.type(field('Commands'), '休暇');
  fireEvent.keyDown(field('Commands'), { key: 'Enter', isComposing: true });
  expect(screen.queryByRole('list', { name: 'Added commands' })).toBeNull();
});
