import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { EmailForm } from '#features/sign-in/contract/session-forms.ts';
import { useApiForm } from './use-api-form.ts';

function EmailPage({
  loadSchema,
  onSubmit,
}: Pick<Parameters<typeof useApiForm>[0], 'loadSchema'> & { onSubmit: () => Promise<void> }) {
  const { form, formProps, alert, isBusy } = useApiForm({ initialValues: { email: '' }, loadSchema, onSubmit });
  return (
    <form {...formProps}>
      <p role="alert">{alert}</p>
      <input aria-label="E-mail" {...form.getInputProps('email')} />
      <button type="submit">{isBusy ? 'Busy' : 'Send'}</button>
    </form>
  );
}

test('the rules are loaded when the person begins to type, not before', async () => {
  const loadSchema = vi.fn(async () => EmailForm);
  render(<EmailPage loadSchema={loadSchema} onSubmit={async () => {}} />);
  const person = userEvent.setup();
  await person.click(screen.getByLabelText('E-mail'));
  expect(loadSchema).not.toHaveBeenCalled();
  await person.keyboard('a');
  expect(loadSchema).toHaveBeenCalled();
});

test('rules that fail to load are reported, nothing is sent, and the form can be sent again', async () => {
  const onSubmit = vi.fn(async () => {});
  const loadSchema = vi.fn(async () => EmailForm);
  loadSchema.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
  render(<EmailPage loadSchema={loadSchema} onSubmit={onSubmit} />);
  const person = userEvent.setup();
  await person.type(screen.getByLabelText('E-mail'), 'a@b.example{Enter}');
  await vi.waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe(
      'The portal cannot be reached right now. Please try again shortly.',
    ),
  );
  expect(onSubmit).not.toHaveBeenCalled();
  loadSchema.mockResolvedValue(EmailForm);
  await act(async () => screen.getByRole('button').click());
  await vi.waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1));
});
