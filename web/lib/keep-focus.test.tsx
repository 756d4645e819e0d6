import { render, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { keepFocus } from './keep-focus.ts';

/** Buttons of which the first can be disabled, as a browser does it: what is disabled loses the focus. */
function open() {
  onTestFinished(keepFocus(document));
  render(
    <>
      <button type="button">Save</button>
      <button type="button">Cancel</button>
    </>,
  );
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  return {
    save,
    cancel: screen.getByRole('button', { name: 'Cancel' }),
    disable: () => {
      save.blur();
      save.disabled = true;
    },
    enable: () => {
      save.disabled = false;
    },
  };
}

test('a button that was disabled for a call has the focus again when it is enabled', async () => {
  const { save, disable, enable } = open();
  save.focus();
  disable();
  expect(document.activeElement).toBe(document.body);
  enable();
  await waitFor(() => expect(document.activeElement).toBe(save));
});

test('what was focused meanwhile keeps the focus', async () => {
  const { save, cancel, disable, enable } = open();
  save.focus();
  disable();
  cancel.focus();
  enable();
  await new Promise((done) => setTimeout(done));
  expect(document.activeElement).toBe(cancel);
});

test('a button that did not have the focus does not get it', async () => {
  const { disable, enable } = open();
  disable();
  enable();
  await new Promise((done) => setTimeout(done));
  expect(document.activeElement).toBe(document.body);
});
