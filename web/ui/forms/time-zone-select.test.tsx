import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { TimeZoneSelect } from './time-zone-select.tsx';

const onChange = vi.fn<(zone: string) => void>();

async function open(value: string) {
  const person = userEvent.setup();
  const { container } = render(
    <MantineProvider env="test">
      <TimeZoneSelect label="Time zone" value={value} onChange={onChange} />
    </MantineProvider>,
  );
  const field = screen.getByLabelText<HTMLInputElement>('Time zone', { selector: 'input' });
  await person.click(field);
  // Not by role, which takes jsdom seconds for so many.
  const list = () => [...container.querySelectorAll<HTMLElement>('[role="option"]')];
  return { person, field, list, listNames: () => list().map(({ firstChild }) => firstChild?.textContent ?? '') };
}

test('zones are shown by their names of today, in order, each once', async () => {
  const { listNames } = await open('UTC');
  const names = listNames();
  expect(names).toContain('Europe/Kyiv');
  expect(names.filter((name) => /Kiev|Calcutta|Saigon|Truk/.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(names.toSorted());
});

test('a zone is found by words and by its distance from UTC, which stands beside it', async () => {
  const { person, field, list, listNames } = await open('Europe/Tallinn');
  await person.clear(field);
  await person.type(field, 'new york');
  expect(listNames()).toEqual(['America/New_York']);
  await person.clear(field);
  await person.type(field, '+5:30');
  expect(list().map(({ textContent }) => textContent)).toContain('Asia/KolkataUTC+5:30');
  await person.clear(field);
  await person.type(field, 'tokyo{Enter}');
  expect(onChange).toHaveBeenLastCalledWith('Asia/Tokyo');
});

test('a stored name of before is shown by the one of today', async () => {
  const { field } = await open('Europe/Kiev');
  expect(field.value).toBe('Europe/Kyiv');
});

test('a zone that the browser does not know stays a choice', async () => {
  const { listNames } = await open('Mars/Olympus');
  expect(listNames()).toContain('Mars/Olympus');
});
