import {
  companyForm,
  integrationForm,
  invoiceForm,
  notificationForm,
  skillForm,
} from '../../server/testing/sweeps/valid-calls/valid-bodies.ts';
import { newUserForm } from '../../server/testing/user-forms.ts';
import type { ApiUser } from '../api-user.ts';

type Form = Record<string, unknown>;

/** How a kind of record is created, changed and deleted over the API. */
export interface RecordKind {
  readonly makeForm: () => Form;
  /** The same form with another value that a saver typed. */
  readonly change: (form: Form, typed: string) => Form;
  /** Missing where every company has one such record. */
  readonly createPath?: string;
  readonly update: { readonly method: string; readonly path: (id: string) => string };
  readonly delete?: { readonly path: (id: string) => string; readonly body?: (id: string) => unknown };
  /** The field that no second record may have, and the problem code that says so. */
  readonly unique?: { readonly field: string; readonly code: string };
}

export const recordKinds = {
  user: {
    makeForm: newUserForm,
    change: (form, typed) => ({ ...form, lastName: typed }),
    createPath: '/users',
    update: { method: 'POST', path: (id) => `/users/${id}` },
    delete: { path: () => '/users', body: (id) => [id] },
    unique: { field: 'email', code: 'users.email-taken' },
  },
  invoice: {
    makeForm: invoiceForm,
    change: (form, typed) => ({ ...form, company: typed }),
    createPath: '/company/billing',
    update: { method: 'PUT', path: (id) => `/company/billing/${id}` },
    delete: { path: (id) => `/company/billing/${id}` },
    unique: { field: 'invoiceId', code: 'invoices.number-taken' },
  },
  integration: {
    makeForm: integrationForm,
    change: (form, typed) => ({ ...form, name: typed }),
    createPath: '/integrations',
    update: { method: 'PUT', path: (id) => `/integrations/${id}` },
    delete: { path: (id) => `/integrations/${id}` },
    unique: { field: 'uniqueId', code: 'integrations.unique-id-taken' },
  },
  skill: {
    makeForm: skillForm,
    change: (form, typed) => ({ ...form, description: typed }),
    createPath: '/skills/store/create',
    update: { method: 'PUT', path: (id) => `/skills/store/update/${id}` },
    delete: { path: (id) => `/skills/store/delete/${id}`, body: () => ({}) },
  },
  company: {
    makeForm: () => companyForm(null),
    change: (form, typed) => ({ ...form, city: typed }),
    update: { method: 'PUT', path: () => '/company/info' },
  },
  notifications: {
    makeForm: notificationForm,
    change: (form, typed) => ({
      ...form,
      updates: { announcements: true, maintenance: typed.endsWith('0'), newSkills: true },
    }),
    update: { method: 'PUT', path: () => '/company/notifications' },
  },
} as const satisfies Record<string, RecordKind>;

export interface StoredRecord {
  readonly id: string;
  readonly form: Form;
  readonly version: number;
}

/**
 * Creates a record, or reads the company's one.
 * @throws where it is refused
 */
export async function openRecord(user: ApiUser, kind: RecordKind): Promise<StoredRecord> {
  const form = kind.makeForm();
  const call = kind.createPath === undefined ? undefined : { body: form };
  const path = kind.createPath ?? kind.update.path('');
  const { status, body } = await user.call(path, call);
  if (status >= 300) throw new Error(`${path} is answered ${status}: ${JSON.stringify(body)}`);
  const { id, _id, version = 1 } = body as { id?: string; _id?: string; version?: number };
  return { id: _id ?? id ?? '', form, version };
}

export const update = (user: ApiUser, kind: RecordKind, { id, form, version }: StoredRecord, typed: string) =>
  user.call(kind.update.path(id), { method: kind.update.method, body: { ...kind.change(form, typed), version } });

export const remove = (user: ApiUser, kind: RecordKind, { id }: StoredRecord) =>
  user.call(kind.delete?.path(id) ?? '', { method: 'DELETE', body: kind.delete?.body?.(id) });
