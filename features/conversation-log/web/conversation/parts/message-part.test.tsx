import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { MessagePart } from '#contract/conversations/message-parts.ts';
import { picture } from '#web/api/testing/mock-api.ts';
import { closeExternalLinkDialog, externalLinkStore } from '#web/ui/feedback/external-link-store.ts';
import { makeMessage, openLogs, toId } from '../../testing/open-logs.tsx';

afterEach(() => {
  closeExternalLinkDialog();
});

/** Shows one part in a message, by default of the assistant. */
async function show(part: MessagePart, isAssistant = true) {
  const message = makeMessage(1, [{ type: 'text', value: 'First of all' }, part], { isAssistant });
  const view = openLogs(`/analytics/logs?record=${toId(1)}`, { analytics: { listMessages: [message] } });
  await screen.findByText('First of all');
  return { ...view, article: document.querySelector('article')! };
}

test('text is shown as HTML, and the texts of a list one below the other', async () => {
  const { article } = await show({ type: 'text', value: ['<b>Bold</b> words', 'Plain\nwith a line'] });
  expect(within(article).getByText('Bold').tagName).toBe('B');
  expect(within(article).getByText(/with a line/).dataset.plain).toBe('true');
});

test('Markdown is shown as what it means, unless the part says that it is plain', async () => {
  const value = 'You have **12 days**:\n\n| Day | Hours |\n|---|---|\n| Monday | 8 |';
  const { article } = await show({ type: 'text', value });
  expect(within(article).getByText('12 days').tagName).toBe('STRONG');
  within(article).getByRole('columnheader', { name: 'Hours' });
});

test('a text that says that it is plain is shown as it was written', async () => {
  const { article } = await show({ type: 'text', value: '**12** <b>days</b>', format: 'plain' });
  within(article).getByText('**12** <b>days</b>');
});

test.each(['<frameset><frame src="https://a.example"></frameset>', '<script>alert(1)</script>', '<p><br></p>'])(
  'a text of which nothing may be shown, %s, says so',
  async (value) => {
    const { article } = await show({ type: 'text', value });
    within(article).getByText('This text cannot be displayed.');
  },
);

test('a blank text is no message', async () => {
  const blank = makeMessage(1, [{ type: 'text', value: ['', ' '] }]);
  const said = makeMessage(2, [{ type: 'text', value: 'First of all' }]);
  openLogs(`/analytics/logs?record=${toId(1)}`, { analytics: { listMessages: [blank, said] } });
  await screen.findByText('First of all');
  expect(document.querySelectorAll('article')).toHaveLength(1);
});

test('a link in a text opens the external link dialog', async () => {
  const { article } = await show({ type: 'text', value: '<a href="https://a.example/x">Read</a>' });
  fireEvent.click(within(article).getByText('Read'));
  expect(externalLinkStore.get()).toBe('https://a.example/x');
});

test('Escape closes the external link dialog and not the conversation below it', async () => {
  const { article } = await show({ type: 'text', value: '<a href="https://a.example/x">Read</a>' });
  fireEvent.click(within(article).getByText('Read'));
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(screen.queryByText('First of all')).not.toBeNull();
});

test('a very long text is cut, and shown whole by its button', async () => {
  const { article } = await show({ type: 'text', value: 'word '.repeat(20_000) });
  expect(article.textContent.length).toBeLessThan(41_000);
  fireEvent.click(within(article).getByText('Show the whole text, 60,000 more characters'));
  expect(article.textContent.length).toBeGreaterThan(100_000);
});

test('a picture has title, size and download link', async () => {
  const { article } = await show({
    type: 'picture',
    value: 'https://a.example/plan.png',
    title: 'Floor plan',
    size: 1_234_567,
    downloadink: 'https://a.example/plan.pdf',
  });
  const image = within(article).getByAltText<HTMLImageElement>('Floor plan');
  expect(image.src).toBe('https://a.example/plan.png');
  within(article).getByText('Floor plan, 1.2 MB');
  const link = within(article).getByText('Download').closest('a')!;
  expect([link.href, link.target, link.rel]).toEqual(['https://a.example/plan.pdf', '_blank', 'noopener noreferrer']);
  fireEvent.click(link);
  expect(externalLinkStore.get()).toBe('https://a.example/plan.pdf');
  fireEvent.error(image);
  within(article).getByText('The image could not be loaded from a.example.');
});

test('a picture on http is a link', async () => {
  const { article } = await show({ type: 'picture', value: 'http://a.example/plan.png' });
  expect(article.querySelector('img')).toBeNull();
  expect(within(article).getByText('Open the image').closest('a')?.href).toBe('http://a.example/plan.png');
});

test('a video has controls and a title', async () => {
  const { article } = await show({ type: 'video', value: 'https://a.example/v.mp4', title: 'How to' });
  const video = article.querySelector('video')!;
  expect([video.src, video.controls, video.getAttribute('aria-label')]).toEqual([
    'https://a.example/v.mp4',
    true,
    'How to',
  ]);
  within(article).getByText('How to');
});

test('a form result has the specified names and leaves out empty fields', async () => {
  const { article } = await show({
    type: 'formResult',
    username: 'ABERG',
    firstname: 'Anna',
    lastname: 'Berg',
    company: 'Acme',
    e_mail: 'anna@acme.example',
    tel1_numbr: '+372 5',
    reason: null,
  });
  expect([...article.querySelectorAll('dl > div')].map(({ textContent }) => textContent)).toEqual([
    'SAP IDABERG',
    'First NameAnna',
    'Last NameBerg',
    'CompanyAcme',
    'Emailanna@acme.example',
    'Phone Number+372 5',
  ]);
});

test('available skills are listed in their groups, repeated names too', async () => {
  const data = [
    { id: 1, name: 'Leave' },
    { id: 1, name: 'Leave' },
  ];
  const { article } = await show({ type: 'availableSkills', groups: [{ name: 'HR', data }] });
  within(article).getByText('HR');
  expect(within(article).getAllByText('Leave')).toHaveLength(2);
});

test('a chart has a drawing and a table of its numbers', async () => {
  const { article } = await show({
    type: 'chart',
    title: 'Days',
    labels: ['May', 'June'],
    series: [{ name: 'Taken', values: [3, 4] }],
  });
  expect(article.querySelectorAll('svg path')).toHaveLength(2);
  const numbers = article.querySelector('details')!;
  numbers.open = true;
  fireEvent(numbers, new Event('toggle'));
  within(article).getByText('June', { selector: 'th' });
});

test('a chart without data shows its title only', async () => {
  const { article } = await show({ type: 'chart', title: 'Only a title' });
  within(article).getByText('Only a title');
  expect(article.querySelector('svg')).toBeNull();
});

const orders = Array.from({ length: 20 }, (_, index) => ({
  id: `PO-${index + 1}`,
  state: index % 2 === 0 ? 'Open' : 'Paid',
  plant: 1010,
  buyer: 'Bo',
  vendor: 'Sirius',
  currency: 'EUR',
  note: 'Express',
}));

test('a table shows eight cards of six fields, with the names of the legend', async () => {
  const { article } = await show({ type: 'table', sourceData: orders, legend: { id: 'Order' } });
  const cards = article.querySelectorAll('li dl');
  expect(cards).toHaveLength(8);
  expect([...(cards[0]?.querySelectorAll('dt') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Order',
    'state',
    'plant',
    'buyer',
    'vendor',
    'currency',
  ]);
  within(article).getByText('1 to 8 of 20 rows');
  fireEvent.click(within(article).getByLabelText('Page 3'));
  within(article).getByText('17 to 20 of 20 rows');
  within(article).getByText('PO-20');
});

test('a filter goes back to the first page, and the table view has every field', async () => {
  const { article } = await show({ type: 'table', sourceData: orders, itemsPerPage: 5, filters: ['state'] });
  fireEvent.click(within(article).getByLabelText('Page 2'));
  fireEvent.change(within(article).getByLabelText('state'), { target: { value: 'Paid' } });
  within(article).getByText('1 to 5 of 10 rows');
  fireEvent.click(within(article).getByLabelText('Table'));
  expect(article.querySelectorAll('th')).toHaveLength(7);
});

test('only the cards of one page of 5,000 rows are in the page', async () => {
  const sourceData = Array.from({ length: 5000 }, (_, index) => ({ id: index, name: `Row ${index}` }));
  const { article } = await show({ type: 'table', sourceData, filters: ['name'] });
  within(article).getByText('1 to 8 of 5000 rows');
  expect(article.querySelectorAll('*').length).toBeLessThan(200);
  fireEvent.change(within(article).getByLabelText('name'), { target: { value: 'row 4999' } });
  within(article).getByText('1 row');
});

test('a file picker shows the user’s picture, fetched with the identity token', async () => {
  const part = { type: 'filePicker', fileKey: 'AAAAAAAAAAAAAAAAAAAAAA', name: 'Screenshot' } as const;
  const history = [makeMessage(1, [part], { isAssistant: false })];
  const { api } = openLogs('/analytics/logs', {
    analytics: { listMessages: history },
    endpoints: { files: { get: picture } },
  });
  fireEvent.click((await screen.findAllByText('5 Jan 2020, 13:45:00'))[0]!.closest('a')!);
  const image = await screen.findByAltText<HTMLImageElement>('Screenshot');
  await waitFor(() => expect(image.src).toBe('blob:file'));
  const calls = api.getCalls('files.get').map(({ params, headers }) => [params, headers.get('authorization')]);
  expect(calls).toEqual([[{ key: 'AAAAAAAAAAAAAAAAAAAAAA' }, 'Bearer token']]);
});

test('a file picker of the assistant is not shown', async () => {
  const { api, article } = await show({ type: 'filePicker', fileKey: 'AAAAAAAAAAAAAAAAAAAAAA' });
  expect(article.querySelector('figure')).toBeNull();
  expect(api.getCalls('files.get')).toHaveLength(0);
});
