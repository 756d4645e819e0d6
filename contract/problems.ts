import * as z from 'zod';
import { intakeProblems } from '#features/intake/contract/intake-problems.ts';
import { paymentProblems } from '#features/receivables/contract/payments/payment-problems.ts';
import { limitProblems } from '#features/money/contract/limits/limit-problems.ts';
import { invoiceProblems } from '#features/billing/contract/credit/invoice-problems.ts';

/** Every problem of the API: its code, which programs rely on, its HTTP status and the text for users. */
export const problems = {
  'request.malformed': { status: 400, message: 'The request could not be read.' },
  'request.unsupported-type': { status: 415, message: 'Send uncompressed JSON.' },
  'request.too-large': { status: 413, message: 'The request is too large.' },
  'request.too-complex': { status: 413, message: 'The request holds too many values. Please send it in parts.' },
  'request.too-many': { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  'request.invalid': { status: 422, message: 'Some fields are not valid.' },
  'request.range-too-long': { status: 422, message: 'Choose a range of at most five years.' },
  'search.too-common': {
    status: 422,
    message: 'These words are too common to be searched alone. Add another word, or put them in quotes.',
  },
  'request.not-found': { status: 404, message: 'Not found.' },
  'request.method-not-allowed': { status: 405, message: 'This method is not supported here.' },
  'request.key-reused': { status: 409, message: 'This idempotency key was already used for another request.' },
  'request.foreign-origin': { status: 403, message: 'This request came from another site.' },
  'session.required': { status: 401, message: 'Please sign in.' },
  'session.wrong-credentials': { status: 401, message: 'Incorrect e-mail or password.' },
  'session.wrong-code': { status: 422, message: 'This code is not valid or has expired.' },
  'session.wrong-password': { status: 422, message: 'The password is not correct.' },
  'session.too-many-attempts': { status: 429, message: 'Too many attempts. Please wait a few minutes and try again.' },
  'session.denied': { status: 403, message: 'PreAuthentication failed with error Access denied!.' },
  'session.password-expired': {
    status: 403,
    message:
      'This temporary password has expired. Ask your administrator to send the invitation again, or reset the password.',
  },
  'session.sign-up-closed': {
    status: 403,
    message: 'Sign-up is closed. Please ask your administrator for an account.',
  },
  'session.step-out-of-turn': { status: 409, message: 'This sign-in step has expired. Please sign in again.' },
  'session.guessable-password': {
    status: 422,
    message:
      'This password is easy to guess. Please choose another one, such as several words that do not belong together.',
  },
  'session.password-denied': {
    status: 422,
    message: 'The sign-in service of your company denies this password. Please choose a longer or less usual one.',
  },
  'session.same-password': { status: 422, message: 'Please choose a password that you have not used before.' },
  'session.two-factor-on': { status: 409, message: 'Two-factor authentication is already on.' },
  'session.two-factor-off': { status: 409, message: 'Two-factor authentication is not on.' },
  'session.no-app-at-pool': {
    status: 409,
    message: 'Your company’s sign-in service does not offer authenticator apps. Ask its administrator.',
  },
  'session.single-sign-on-required': {
    status: 403,
    message: 'Your company signs in with single sign-on. Please continue with single sign-on.',
  },
  'session.of-one-company': {
    status: 403,
    message: 'This sign-in opens one company. Sign in with your password to change what your companies share.',
  },
  'session.address-of-company': {
    status: 403,
    message: 'Your e-mail address belongs to a company. Sign in to that company to change it.',
  },
  'session.pool-password-required': {
    status: 403,
    message: 'This password does not open the portal any more. Please use the one of your company’s sign-in service.',
  },
  'session.no-single-sign-on': {
    status: 422,
    message:
      'There is no single sign-on for this e-mail address. Please sign in with your password, or contact your administrator.',
  },
  'session.issuer-unreachable': {
    status: 503,
    message: 'The sign-in service of your company does not answer. Please try again shortly.',
  },
  'session.issuer-refused': {
    status: 403,
    message: 'The sign-in service of your company has not signed you in. Please try again.',
  },
  'session.sign-on-unsound': {
    status: 403,
    message: 'The answer of the sign-in service is not valid. Please try again, or contact your administrator.',
  },
  'session.email-unverified': {
    status: 403,
    message: 'The sign-in service does not confirm your e-mail address. Please contact your administrator.',
  },
  'session.foreign-domain': {
    status: 403,
    message: 'Your e-mail address does not belong to a domain of this company. Please contact your administrator.',
  },
  'session.no-user': {
    status: 403,
    message: 'There is no user for you in the portal yet. Please ask your administrator to add you.',
  },
  'session.sign-out-token': { status: 400, message: 'This sign-out token is not valid.' },
  'session.sign-on-unsolicited': {
    status: 403,
    message: 'Please start the sign-in here. Sign-ins that begin at your sign-in service are not accepted.',
  },
  'session.sign-on-expired': {
    status: 403,
    message: 'The answer of the sign-in service has expired, or is not valid yet. Please try again.',
  },
  'single-sign-on.not-metadata': {
    status: 422,
    message: 'This metadata cannot be used.',
  },
  'single-sign-on.secret-lost': {
    status: 409,
    message:
      'The stored client secret of single sign-on cannot be read any more. A SuperAdmin of your company has to enter it again.',
  },
  'single-sign-on.no-domain': {
    status: 409,
    message: 'Verify at least one domain before you require single sign-on.',
  },
  'single-sign-on.no-break-glass': {
    status: 409,
    message:
      'Choose at least one SuperAdmin for emergencies. Each needs two-factor authentication, so that single sign-on can be required.',
  },
  'single-sign-on.domain-taken': {
    status: 409,
    message: 'Another company has already verified one of these domains. Please contact us.',
  },
  'access.refused': { status: 403, message: 'Network Error' },
  'record.not-found': { status: 404, message: 'This record does not exist.' },
  'record.stale': { status: 409, message: 'Someone else has changed this record.' },
  'users.email-taken': { status: 409, message: 'A user with this e-mail address already exists.' },
  'users.last-super-admin': { status: 409, message: 'A company needs at least one SuperAdmin.' },
  'users.not-invited': { status: 409, message: 'This user has already signed in, so there is no invitation to send.' },
  'users.own-access': { status: 409, message: 'You cannot deactivate yourself.' },
  'users.deactivated': { status: 409, message: 'This user is deactivated.' },
  'users.factor-elsewhere': {
    status: 409,
    message: 'Two-factor authentication of this user cannot be reset here. Please contact us.',
  },
  'users.role-not-grantable': { status: 403, message: 'You cannot grant this role.' },
  'erasures.waiting': { status: 409, message: 'This is already being deleted.' },
  'erasures.key-active': {
    status: 409,
    message: 'Please revoke the key first, so that nothing more is reported with it.',
  },
  'privacy.export-waiting': { status: 409, message: 'An export is already being prepared.' },
  'exports.busy': {
    status: 429,
    message: 'Other downloads of your company are still running. Please try again when one of them has ended.',
  },
  'exports.too-large': {
    status: 413,
    message: 'These are more rows than one download brings. Choose a shorter period or more filters.',
  },
  'exports.files-waiting': {
    status: 429,
    message: 'Other files are still being prepared. Please try again when one of them is ready.',
  },
  'exports.files-kept': {
    status: 429,
    message: 'You already keep as many prepared files as you can. Please delete one of them first.',
  },
  'exports.at-home': {
    status: 409,
    message: 'Leave this company first: a file of several companies is the provider’s own.',
  },
  'exports.outdated': {
    status: 409,
    message: 'Your rights or the masking of your company have changed since this file was prepared. Prepare it again.',
  },
  'companies.provider': { status: 409, message: 'The provider cannot be suspended.' },
  'companies.pending': { status: 409, message: 'This company is not approved yet, so it cannot be suspended.' },
  'companies.suspended': { status: 409, message: 'This company is already suspended, or its suspension is planned.' },
  'companies.suspended-for-deletion': {
    status: 409,
    message: 'This company is suspended until its deletion. Cancel the deletion to reactivate it.',
  },
  'companies.provider-deletion': { status: 409, message: 'The provider cannot be deleted.' },
  'companies.deletion-scheduled': { status: 409, message: 'The deletion of this company is already scheduled.' },
  'companies.no-deletion': {
    status: 409,
    message: 'No deletion of this company is scheduled, or it has already begun.',
  },
  'companies.not-suspended': { status: 409, message: 'This company is not suspended.' },
  'company.suspended': { status: 403, message: 'This company is suspended: its paid features are disabled.' },
  'company.contact-unknown': { status: 422, message: 'No user of this company has this e-mail address.' },
  'company.logo-refused': {
    status: 422,
    message: 'The logo must be a PNG or JPEG image of at most 2 MB and 4 megapixels.',
  },
  'files.not-found': { status: 404, message: 'This file does not exist.' },
  'service.unavailable': { status: 503, message: 'The service is not available right now. Please try again shortly.' },
  'service.maintenance': {
    status: 503,
    message: 'The portal is under maintenance and cannot be changed. Please try again later.',
  },
  'service.overloaded': {
    status: 503,
    message: 'The portal is very busy right now, so this has to wait. Please try again shortly.',
  },
  'service.disk-full': {
    status: 503,
    message: 'The disk of the portal is full, so this could not be stored. Please try again later.',
  },
  ...intakeProblems,
  ...invoiceProblems,
  ...paymentProblems,
  ...limitProblems,
  'vat.not-proven': {
    status: 409,
    message: 'VIES has not confirmed the VAT number of the company. Until then its invoices carry VAT.',
  },
  'vat.not-checkable': {
    status: 409,
    message:
      'VIES can be asked about VAT numbers of other countries of the European Union with right check digits alone.',
  },
  'log-views.name-taken': { status: 409, message: 'You already have a view with this name.' },
  'log-views.limit': { status: 409, message: 'You can save at most 20 views. Delete one first.' },
  'log-views.shared-limit': {
    status: 409,
    message: 'A company can share at most 30 views. Delete one first, or keep this one for yourself.',
  },
  'log-views.sharing': { status: 403, message: 'Only people who read all conversations can share a view.' },
  'log-views.not-own': { status: 403, message: 'Only the person who saved this view can do that.' },
  'company-notes.not-own': { status: 403, message: 'Only the person who wrote this note can change it.' },
  'log-views.guest': { status: 409, message: 'Only users of this company can save views of its conversations.' },
  'mail-reports.limit': { status: 409, message: 'A person can have at most 20 e-mail reports. Delete one first.' },
  'integrations.not-granted': {
    status: 403,
    message: 'This key may not read the credentials of this integration. Ask a SuperAdmin to grant it.',
  },
  'integrations.unique-id-taken': { status: 409, message: 'Integration with such Unique ID already exists!' },
  'skills.provided': { status: 403, message: 'Only the provider can edit this skill.' },
  'skills.screenshot-unknown': { status: 422, message: 'This image was not uploaded here.' },
  'skills.screenshot-refused': {
    status: 422,
    message: 'The screenshot must be a PNG, JPEG or WebP image of at most 5 MB and 20 megapixels.',
  },
  'skills.state-impossible': {
    status: 409,
    message: 'This is not possible in the skill’s current state. Reload the page to see it.',
  },
  'skills.transport-not-installed': {
    status: 409,
    message: 'Confirm under Configurations that the transport request is installed, then activate the skill.',
  },
  'skills.no-address': {
    status: 409,
    message:
      'This skill has a price, and invoices need your address. Enter street, city and country in the company profile first.',
  },
  'skills.transport-empty': { status: 422, message: 'This file is empty.' },
  'skills.request-closed': { status: 409, message: 'This request has already been decided, or it has expired.' },
  'support.provider': {
    status: 409,
    message: 'Open a customer first: the provider’s own company has no support requests.',
  },
  'support.billed': { status: 409, message: 'This support request is on an invoice. Credit the invoice first.' },
  'authorize.request-reused': { status: 409, message: 'This request id was already used for another skill.' },
  'authorize.expired': {
    status: 409,
    message: 'This reservation has expired, and the limit no longer covers its amount.',
  },
  'authorize.released': { status: 409, message: 'This reservation has been released.' },
  'authorize.committed': { status: 409, message: 'This reservation has been committed.' },
  'authorize.busy': { status: 429, message: 'Too many requests are waiting. Please try again shortly.' },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ProblemCode = keyof typeof problems;

/** An invalid field: `path` in dots (`limits.accountLimit`), `message` as the form shows it. */
export const FieldProblem = z.object({ path: z.string(), message: z.string() });
export type FieldProblem = z.infer<typeof FieldProblem>;

/**
 * The body of every problem. `current` is the current record of a `record.stale`; `errorMessage` repeats `message` for
 * the specification's clients (section 7, `POST /users`).
 */
export const ProblemBody = z.object({
  code: z.string(),
  message: z.string(),
  errorMessage: z.string().optional(),
  fields: z.array(FieldProblem).optional(),
  current: z.unknown().optional(),
  requestId: z.string(),
});
export type ProblemBody = z.infer<typeof ProblemBody>;

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problems, code);
}
