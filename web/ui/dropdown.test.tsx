import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Dropdown, DropdownItem } from './dropdown.tsx';

const onSelect = vi.fn<(name: string) => void>();

beforeEach(() => {
  vi.useFakeTimers();
  onSelect.mockClear();
  render(
    <MantineProvider env="test">
      <p>Elsewhere</p>
      <Dropdown label="Profile menu" button="Open">
        <DropdownItem onSelect={() => onSelect('first')}>First</DropdownItem>
        <DropdownItem onSelect={() => onSelect('second')}>Second</DropdownItem>
        <DropdownItem onSelect={() => onSelect('last')}>Last</DropdownItem>
      </Dropdown>
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Profile menu' }));
  // The first entry takes the focus in a task of its own.
  pass(1);
});

afterEach(() => {
  vi.useRealTimers();
});

function pass(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

test('a click on the body closes the menu after 100 ms and not before', () => {
  fireEvent.click(screen.getByText('Elsewhere'));
  pass(99);
  expect(screen.queryByRole('menu')).not.toBeNull();
  pass(1);
  expect(screen.queryByRole('menu')).toBeNull();
});

test('a click on an entry reaches it and then closes the menu', () => {
  fireEvent.click(screen.getByRole('menuitem', { name: 'Second' }));
  pass(100);
  expect(onSelect).toHaveBeenCalledExactlyOnceWith('second');
  expect(screen.queryByRole('menu')).toBeNull();
});

test('an entry that was chosen gives the focus back to the button before it acts', () => {
  const button = screen.getByRole('button', { name: 'Profile menu' });
  onSelect.mockImplementationOnce(() => expect(document.activeElement).toBe(button));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Second' }));
  pass(100);
  expect(onSelect).toHaveReturned();
  expect(document.activeElement).toBe(button);
});

test('the button toggles the menu at once', () => {
  expect(screen.getByRole('menu', { name: 'Profile menu' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Profile menu' }));
  expect(screen.queryByRole('menu')).toBeNull();
});

test('Escape closes the menu and gives the focus back to the button', () => {
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Profile menu' }));
});

test('arrow keys walk through the entries and around their ends', () => {
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key, code: key });
  const focused = () => document.activeElement?.textContent;
  expect(focused()).toBe('First');
  press('ArrowDown');
  expect(focused()).toBe('Second');
  press('End');
  expect(focused()).toBe('Last');
  press('ArrowDown');
  expect(focused()).toBe('First');
  press('ArrowUp');
  expect(focused()).toBe('Last');
});
