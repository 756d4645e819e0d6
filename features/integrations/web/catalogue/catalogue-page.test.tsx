import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { CataloguePage } from './catalogue-page.tsx';
import { CatalogueProviderPage } from './catalogue-provider-page.tsx';

const linksIn = (element: HTMLElement) =>
  within(element)
    .queryAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

test('the catalogue leads to the ERP system’s form and to the AI provider’s services', async () => {
  renderPage(CataloguePage, '/connections/catalogue');
  expect(linksIn(await screen.findByRole('region', { name: 'Available' }))).toEqual([
    ['SAP ERP', '/connections/sap/erp/addNew'],
    ['IBM Watson', '/connections/catalogue/ibm'],
    ['OpenAI-compatible', '/connections/openai/openai/addNew'],
    ['Anthropic', '/connections/anthropic/anthropic/addNew'],
    ['Azure OpenAI', '/connections/azure-openai/azure-openai/addNew'],
    ['Amazon Bedrock', '/connections/bedrock/bedrock/addNew'],
    ['Google Vertex AI', '/connections/vertex/vertex/addNew'],
    ['Rasa', '/connections/rasa/rasa/addNew'],
  ]);
});

test('each vendor has a mark of its own', async () => {
  renderPage(CataloguePage, '/connections/catalogue');
  const available = await screen.findByRole('region', { name: 'Available' });
  const marks = [...available.querySelectorAll('svg path')].map((path) => path.getAttribute('d'));
  expect(marks).toHaveLength(8);
  expect(new Set(marks).size).toBe(8);
});

test('entries below the heading Coming soon have no link', async () => {
  renderPage(CataloguePage, '/connections/catalogue');
  const coming = await screen.findByRole('region', { name: 'Coming soon' });
  expect(linksIn(coming)).toEqual([]);
  const names = within(coming)
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);
  expect(names).toEqual(['Oracle ERP', 'Salesforce', 'Slack', 'Microsoft Teams', 'Microsoft Dynamics', 'Google Cloud']);
});

async function openProvider(provider: string) {
  const page = renderPage(
    CatalogueProviderPage,
    `/connections/catalogue/${provider}`,
    '/connections/catalogue/$provider',
  );
  page.router.options.defaultNotFoundComponent = () => <h1>Not found</h1>;
  const heading = await screen.findByRole('heading', { level: 1 });
  return heading.textContent;
}

test('the AI provider’s page lists its five services with links to add them', async () => {
  expect(await openProvider('ibm')).toBe('IBM Watson');
  expect(linksIn(screen.getByRole('list', { name: 'Services' }))).toEqual([
    ['Watson Assistant', '/connections/ibm/assistant/addNew'],
    ['NLC', '/connections/ibm/nlc/addNew'],
    ['NLU', '/connections/ibm/nlu/addNew'],
    ['Discovery', '/connections/ibm/discovery/addNew'],
    ['WKS', '/connections/ibm/wks/addNew'],
  ]);
});

test('logging in with the provider’s identity is announced as available soon', async () => {
  await openProvider('ibm');
  const person = userEvent.setup();
  await person.click(screen.getByRole('button', { name: 'Sign in with IBM ID' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sign in with IBM ID' });
  within(dialog).getByText('This functionality will be available soon.');
  await person.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

test.each(['sap', 'oracle', 'openai', 'IBM', 'nobody'])('the provider %s has no such page', async (provider) => {
  expect(await openProvider(provider)).toBe('Not found');
});
