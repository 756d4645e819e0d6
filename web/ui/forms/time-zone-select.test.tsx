import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TimeZoneSelect } from './time-zone-select.tsx';

const listLabels = (value: string) => {
  const { container } = render(
    <MantineProvider env="test">
      <TimeZoneSelect label="Time zone" value={value} onChange={() => undefined} />
    </MantineProvider>,
  );
  // Not by role, which takes jsdom seconds for so many.
  return [...container.querySelectorAll('option')].map(({ label }) => label);
};

test('zones are shown by their names of today, in order, each once', () => {
  const labels = listLabels('UTC');
  expect(labels).toContain('Europe/Kyiv');
  expect(labels.filter((label) => /Kiev|Calcutta|Saigon|Truk/.test(label))).toEqual([]);
  expect(new Set(labels).size).toBe(labels.length);
  expect(labels).toEqual(labels.toSorted());
});

test('a stored name of before stays the value, and one that the browser does not know stays a choice', () => {
  listLabels('Europe/Kiev');
  expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('Europe/Kiev');
  expect(screen.getByRole<HTMLSelectElement>('combobox').selectedOptions[0]?.label).toBe('Europe/Kyiv');
});

test('a zone that the browser does not know stays a choice', () => {
  expect(listLabels('Mars/Olympus')).toContain('Mars/Olympus');
});
