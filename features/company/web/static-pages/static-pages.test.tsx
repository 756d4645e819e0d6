import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { settings } from '#web/lib/settings.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { ContactsPage } from './contacts-page.tsx';
import { DocumentationPage } from './documentation-page.tsx';
import { LegalPage } from './legal-page.tsx';
import { TutorialPage } from './tutorial-page.tsx';
import { listCells } from '#web/testing/list-cells.ts';

const readRow = (row: HTMLElement) => listCells(row).map(({ textContent }) => textContent);

test('lists the response objectives of section 2.7 by severity', async () => {
  renderPage(ContactsPage, '/contacts');
  await screen.findByRole('heading', { level: 1, name: 'Technical support' });
  expect(screen.getAllByRole('row').slice(1).map(readRow)).toEqual([
    ['1', 'within 1 hour', '24/7'],
    ['2', 'within 2 business hours', 'Mon-Fri business hours'],
    ['3', 'within 4 business hours', 'Mon-Fri business hours'],
    ['4', 'within 1 business day', 'Mon-Fri business hours'],
  ]);
  const { supportEmail } = settings.brand;
  expect(screen.getByRole('link', { name: supportEmail }).getAttribute('href')).toBe(`mailto:${supportEmail}`);
});

test('the unfinished documentation links to the contacts', async () => {
  renderPage(DocumentationPage, '/documentation');
  await screen.findByText('Documentation section is under construction.');
  expect(screen.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe('/contacts');
});

test('the contents of the legal page link to every chapter', async () => {
  renderPage(LegalPage, '/legalInformation');
  await screen.findByRole('heading', { level: 1, name: 'Terms of service' });
  const contents = within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link');
  const chapters = [...document.querySelectorAll('article h2')];
  expect(contents.map((link) => link.getAttribute('href'))).toEqual(chapters.map(({ id }) => `#${id}`));
  expect(chapters.length).toBeGreaterThan(1);
});

test('the tutorial lists the seven steps and links to their pages', async () => {
  renderPage(TutorialPage, '/dashboard-old');
  await screen.findByRole('heading', { level: 1, name: 'Getting started' });
  expect(screen.getAllByRole('listitem')).toHaveLength(7);
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/users', '/integrations', '/skills', '/contacts']);
});
