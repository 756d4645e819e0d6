import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { FilterOption } from './filter-options.ts';
import { MultiSelectFilter } from './multi-select-filter.tsx';

const cities = ['Aarhus', 'Bern', 'Cork', 'Delft'].map((label) => ({ value: label, label }));

interface FilterProps {
  options?: readonly FilterOption[] | undefined;
  error?: string;
  noneLabel?: string;
  maxChosen?: number;
}

function CityFilter({ maxChosen = 2, ...props }: FilterProps) {
  const [chosen, setChosen] = useState<string[]>([]);
  return (
    <MultiSelectFilter
      label="City"
      options={cities}
      {...props}
      chosen={chosen}
      onChange={setChosen}
      maxChosen={maxChosen}
    />
  );
}

async function open(props: FilterProps = {}) {
  const person = userEvent.setup();
  const show = (shown: FilterProps) => (
    <MantineProvider env="test">
      <CityFilter {...shown} />
      <button type="button">Elsewhere</button>
      <p>Text</p>
    </MantineProvider>
  );
  const { rerender } = render(show(props));
  await person.click(button());
  return { person, change: (changed: FilterProps) => rerender(show(changed)) };
}

const button = () => screen.getByRole('button', { name: /^City/ });
const search = () => screen.getByRole('combobox', { name: 'Search city' });
const status = () => screen.getByRole('status').textContent;
const shown = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const chosen = () => screen.getAllByRole('option', { selected: true }).map(({ textContent }) => textContent);
const active = () => document.getElementById(search().getAttribute('aria-activedescendant') ?? '')?.textContent;

test('the search takes the focus, and the arrow keys move the active option around both ends', async () => {
  const { person } = await open();
  screen.getByRole('dialog', { name: 'Filter by city' });
  expect(button().getAttribute('aria-expanded')).toBe('true');
  expect(document.activeElement).toBe(search());
  expect(active()).toBe('Aarhus');
  await person.keyboard('{ArrowUp}');
  expect(active()).toBe('Delft');
  await person.keyboard('{ArrowDown}{ArrowDown}');
  expect(active()).toBe('Bern');
  await person.keyboard('{Enter}');
  expect(chosen()).toEqual(['Bern']);
  expect(active()).toBe('Bern');
});

test('typing makes the first match active', async () => {
  const { person } = await open();
  await person.keyboard('{ArrowDown}{ArrowDown}');
  await person.type(search(), 'r');
  expect(shown()).toEqual(['Aarhus', 'Bern', 'Cork']);
  expect(active()).toBe('Aarhus');
  await person.type(search(), 'k');
  expect(active()).toBe('Cork');
  await person.type(search(), 'x');
  expect(search().hasAttribute('aria-activedescendant')).toBe(false);
  expect(status()).toBe('No matches.');
});

test('Escape gives the focus back to the button, but ends only the composition of an input method', async () => {
  const { person } = await open();
  fireEvent.keyDown(search(), { key: 'Escape', code: 'Escape', isComposing: true });
  fireEvent.keyDown(search(), { key: 'Enter', code: 'Enter', isComposing: true });
  expect(shown()).toHaveLength(4);
  expect(button().textContent).toBe('CityAll');
  await person.keyboard('{Escape}');
  expect(shown()).toEqual([]);
  expect(document.activeElement).toBe(button());
});

test('a press outside closes the list, and so does the focus that leaves it', async () => {
  const { person } = await open();
  await person.click(screen.getByText('Text'));
  expect(shown()).toEqual([]);
  await person.click(button());
  await person.tab();
  expect(shown()).toEqual([]);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Elsewhere' }));
});

test('at the most options the others can be reached and not chosen, until one is given up', async () => {
  const { person } = await open();
  await person.keyboard('{Enter}{ArrowDown}{Enter}');
  expect(status()).toBe('You can select at most 2.');
  await person.keyboard('{ArrowDown}');
  expect(active()).toBe('Cork');
  expect(screen.getByRole('option', { name: 'Cork' }).getAttribute('aria-disabled')).toBe('true');
  await person.keyboard('{Enter}');
  await person.click(screen.getByRole('option', { name: 'Delft' }));
  expect(chosen()).toEqual(['Aarhus', 'Bern']);
  await person.click(screen.getByRole('option', { name: 'Aarhus' }));
  expect(chosen()).toEqual(['Bern']);
  await person.click(screen.getByRole('button', { name: 'Clear' }));
  expect(document.activeElement).toBe(search());
  expect(status()).toBe('No selection – showing all');
});

test('a filter whose empty choice is not all says what is shown', async () => {
  await open({ noneLabel: 'Usual' });
  expect(button().getAttribute('aria-label')).toBe('City: Usual');
  expect(status()).toBe('No selection – showing the usual ones');
});

test('options that arrive later make the first one active, and of many the first hundred are shown', async () => {
  const { change } = await open({ options: undefined });
  expect(status()).toBe('Loading…');
  change({ options: undefined, error: 'You appear to be offline.' });
  expect(status()).toBe('You appear to be offline.');
  change({ options: Array.from({ length: 101 }, (_, index) => ({ value: `${index}`, label: `City ${index}` })) });
  expect(active()).toBe('City 0');
  expect(shown()).toHaveLength(100);
  expect(status()).toBe('Showing the first 100 of 101. Type to find others.');
  change({ options: [] });
  expect(status()).toBe('No options yet.');
});
