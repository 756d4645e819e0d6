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

/** A form in which a field can become wrong, and one beside it. */
function openForm() {
  onTestFinished(keepFocus(document));
  render(
    <>
      <input aria-label="Elsewhere" />
      <form>
        <input aria-label="Name" />
        <input aria-label="Word" />
        <button type="button">Delete</button>
      </form>
    </>,
  );
  const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
  return {
    button: screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' }),
    field,
    refuse: (name: string) => field(name).setAttribute('aria-invalid', 'true'),
  };
}

test('the first field that becomes wrong by a button has the focus', async () => {
  const { button, field, refuse } = openForm();
  refuse('Elsewhere');
  button.focus();
  refuse('Word');
  refuse('Name');
  await waitFor(() => expect(document.activeElement).toBe(field('Name')));
});

test('a field that becomes wrong while the button is disabled has the focus once the call has ended', async () => {
  const { button, field, refuse } = openForm();
  button.focus();
  button.blur();
  button.disabled = true;
  refuse('Word');
  button.disabled = false;
  await waitFor(() => expect(document.activeElement).toBe(field('Word')));
});

test('a field that becomes wrong while another one is typed in, or in another form, takes no focus', async () => {
  const { button, field, refuse } = openForm();
  field('Name').focus();
  refuse('Word');
  await new Promise((done) => setTimeout(done));
  expect(document.activeElement).toBe(field('Name'));
  button.focus();
  refuse('Elsewhere');
  await new Promise((done) => setTimeout(done));
  expect(document.activeElement).toBe(button);
});
