// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { toApiProblem } from './api-problem.ts';
import { applyProblem, findCurrentRecord } from './form-errors.ts';

function makeForm() {
  return { getValues: () => ({ email: '', limits: { accountLimit: false } }), setErrors: vi.fn() };
}

function refuse(fields: { path: string; message: string }[]) {
  return toApiProblem(422, { code: 'request.invalid', message: 'Some fields are not valid.', requestId: 'r1', fields });
}

test('a refused field gets its message and nothing is left for above the form', () => {
  const form = makeForm();
  expect(applyProblem(form, refuse([{ path: 'email', message: 'Taken.' }]))).toBeNull();
  expect(form.setErrors).toHaveBeenCalledWith({ email: 'Taken.' });
});

test('nested fields find their place, and the first message of a field stays', () => {
  const form = makeForm();
  const fields = [
    { path: 'limits.accountLimit', message: 'First.' },
    { path: 'limits.accountLimit', message: 'Second.' },
  ];
  expect(applyProblem(form, refuse(fields))).toBeNull();
  expect(form.setErrors).toHaveBeenCalledWith({ 'limits.accountLimit': 'First.' });
});

test('a problem of a field outside the form is shown above the form', () => {
  const form = makeForm();
  expect(applyProblem(form, refuse([{ path: 'roles', message: 'Refused.' }]))).toBe('Some fields are not valid.');
  expect(form.setErrors).not.toHaveBeenCalled();
});

test('a stale save hands over the record as it stands now', () => {
  const current = { version: 4 };
  const stale = toApiProblem(409, { code: 'record.stale', message: 'Changed.', requestId: 'r1', current });
  expect(findCurrentRecord(stale)).toEqual(current);
  expect(findCurrentRecord(refuse([]))).toBeUndefined();
});
