import * as z from 'zod';
import { roles } from '#contract/capabilities.ts';
import { userStates } from '#contract/roles.ts';
import { unmappedId } from '#contract/conversations/conversations.ts';
import { toFilterShape } from '#contract/filters/filter-shape.ts';
import { assignedUserFields, getUserField, mapOptionalFields, mapUserFields, ownTextFields } from './user-fields.ts';
import { userNarrowings } from './user-filters.ts';
import { userStepsContract } from './user-step-endpoints.ts';
import { invitationsPerCall } from './user-steps.ts';
import { defineEndpoints } from '#contract/endpoint.ts';
import {
  emailField,
  personName,
  Flag,
  Id,
  IdempotencyHeaders,
  Instant,
  optionalText,
  requiredText,
  Version,
} from '#contract/fields.ts';

const endpoint = defineEndpoints('Users');

export const Role = z.enum(roles);

/** The life of a user in this company, and what the caller may do with it; there for users who manage people. */
export const UserAccess = z.object({
  /** Invited until the first sign-in into this company. */
  state: z.enum(userStates),
  lastSignInAt: Instant.nullable(),
  /** Missing in the answer of a save. */
  hasTwoFactor: z.boolean().optional(),
  /** Whether the caller may change, deactivate and delete the user. */
  canManage: z.boolean(),
});
export type UserAccess = z.infer<typeof UserAccess>;

/** A user of the company (section 3). Fields that are not public are there for SuperAdmins and for the own user. */
export const User = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  company: z.string().optional(),
  ...mapOptionalFields(() => z.string().nullable().optional()),
  roles: z.array(Role).optional(),
  version: z.int().optional(),
  access: UserAccess.optional(),
});
export type User = z.infer<typeof User>;

const Roles = z
  .array(Role, { error: 'The Roles field is required!' })
  .min(1, { error: 'The Roles field is required!' })
  .max(roles.length)
  .refine((list) => new Set(list).size === list.length, { error: 'Each role can be assigned once.' });

/**
 * A user in lists. `isMapped` is false for a reported user, whose id is that of the reported user or `unmapped` for
 * conversations without a user; otherwise it is missing.
 */
export const ListedUser = User.extend({ id: z.union([Id, z.literal(unmappedId)]), isMapped: z.boolean().optional() });
export type ListedUser = z.infer<typeof ListedUser>;

const optionalTexts = mapOptionalFields((field) => optionalText(getUserField(field).maxLength));

/** The user form of section 5, for creating and for editing by a SuperAdmin. */
export const UserForm = z.strictObject({
  firstName: personName({
    required: 'The First Name field is required!',
    empty: 'The First Name can not be empty!',
  }),
  lastName: personName({ required: 'The Last Name field is required!', empty: 'The Last Name can not be empty!' }),
  email: emailField({
    required: 'The Email field is required!',
    empty: 'The Email can not be empty!',
    invalid: 'The input is not a valid email address!',
  }),
  company: requiredText({ required: 'The Company field is required!', empty: 'The Company can not be empty!' }),
  ...optionalTexts,
  sapId: requiredText({ required: 'SAP Login ID field is required!', empty: 'The SAP Login ID can not be empty!' }),
  roles: Roles,
});
export type UserForm = z.infer<typeof UserForm>;

/** A row of a list of people to invite. The SAP login can follow later. */
export const Invitation = UserForm.extend(optionalTexts);
export type Invitation = z.infer<typeof Invitation>;

/**
 * `exists`: a user of the company has the address. `refused`: the caller cannot grant the role. `waiting`: the company has
 * sent its share of e-mails for this hour.
 */
export const InvitationResult = z.object({
  email: z.string(),
  result: z.enum(['invited', 'exists', 'refused', 'waiting']),
  id: Id.optional(),
});
export type InvitationResult = z.infer<typeof InvitationResult>;

const profileMessages = { required: 'The field is required!', empty: 'The field can not be empty!' };

/**
 * The profile form of section 5. A changed address needs the current password and applies when the code sent to it is
 * entered.
 */
export const ProfileForm = z.strictObject({
  firstName: personName(profileMessages),
  lastName: personName(profileMessages),
  email: emailField({
    required: 'The field is required!',
    empty: 'The field can not be empty!',
    invalid: 'The input is not a valid email address!',
  }),
  company: requiredText(profileMessages),
  ...mapUserFields(ownTextFields, (field) => optionalTexts[field]),
});
export type ProfileForm = z.infer<typeof ProfileForm>;

/** Fields of an update beside the form: the record's id and version, and the password for a new address. */
const saveFields = {
  id: Id.optional(),
  _id: Id.optional(),
  version: Version.optional(),
  currentPassword: z.string().max(200).optional(),
  /** These are read only; accepted because clients may send back an answer. */
  access: z.unknown().optional(),
  pendingEmail: z.string().max(254).nullish(),
};

/** A SuperAdmin's update of a user. */
export const UserUpdate = UserForm.extend(saveFields);
export type UserUpdate = z.infer<typeof UserUpdate>;

/** A user's update of the own record; roles and assigned texts may be sent unchanged, as the specification's clients do. */
export const ProfileUpdate = ProfileForm.extend({
  ...saveFields,
  ...mapUserFields(assignedUserFields, (field) => optionalTexts[field]),
  roles: Roles.optional(),
});
export type ProfileUpdate = z.infer<typeof ProfileUpdate>;

const UserIds = z
  .array(Id, { error: 'A list of ids is required.' })
  .min(1, { error: 'Select at least one user.' })
  .max(1000, { error: 'You can delete at most 1000 users at once.' });

export const usersContract = {
  listRoles: endpoint({
    method: 'GET',
    path: '/user-roles',
    summary: 'List the roles the caller may grant; for other roles than SuperAdmin the caller’s own roles',
    access: 'signed-in',
  }).output(z.array(Role)),

  list: endpoint({
    method: 'GET',
    path: '/users',
    summary: 'List the users of the company by name, with a text only those that match, optionally with reported users',
    access: 'signed-in',
    problems: ['access.refused'],
  })
    .input(
      z.object({
        query: z
          .strictObject({
            stringValue: z.string().max(200).optional(),
            ...toFilterShape(userNarrowings),
            limit: z.coerce.number().int().min(1).max(1000).optional(),
            /** Also lists reported users, after the users. */
            unmapped: Flag.optional(),
          })
          .optional(),
      }),
    )
    .output(z.array(ListedUser)),

  get: endpoint({
    method: 'GET',
    path: '/users/{id}',
    summary: 'Get a user; without users.manage only name and e-mail address of other users',
    access: 'signed-in',
  })
    .input(z.object({ params: z.object({ id: Id }) }))
    .output(User),

  create: endpoint({
    method: 'POST',
    path: '/users',
    summary: 'Create a user and e-mail a temporary password or an invitation',
    access: 'users.manage',
    successStatus: 201,
    problems: ['users.email-taken', 'users.role-not-grantable', 'request.too-many'],
  })
    .input(z.object({ body: UserForm, headers: IdempotencyHeaders }))
    .output(z.object({ id: Id })),

  createMany: endpoint({
    method: 'POST',
    path: '/users/invitations',
    summary: 'Invite several users, each by itself; a repeated call with the same key invites none twice',
    access: 'users.manage',
  })
    .input(
      z.object({
        body: z.strictObject({
          users: z
            .array(Invitation, { error: 'A list of users is required.' })
            .min(1, { error: 'Add at least one user.' })
            .max(invitationsPerCall, { error: `Send at most ${invitationsPerCall} users at once.` }),
        }),
        headers: IdempotencyHeaders,
      }),
    )
    .output(z.object({ results: z.array(InvitationResult), retryAfterSeconds: z.int().optional() })),

  // Before the endpoints of one user, whose addresses would take theirs for an id.
  ...userStepsContract,

  update: endpoint({
    method: 'POST',
    path: '/users/{id}',
    summary: 'Update a user: a SuperAdmin any user of the company, others themselves',
    access: 'signed-in',
    problems: [
      'access.refused',
      'record.stale',
      'users.email-taken',
      'users.role-not-grantable',
      'users.last-super-admin',
      'session.wrong-password',
      'session.of-one-company',
      'session.address-of-company',
      'session.too-many-attempts',
      'request.too-many',
    ],
  })
    .input(z.object({ params: z.object({ id: Id }), body: z.record(z.string(), z.unknown()) }))
    .output(User.extend({ pendingEmail: z.string().nullable().optional() })),

  delete: endpoint({
    method: 'DELETE',
    path: '/users',
    summary: 'Delete users: all of the list or none',
    access: 'users.manage',
    problems: ['record.not-found', 'users.last-super-admin'],
  })
    .input(z.object({ body: UserIds }))
    .output(z.array(Id)),

  sendInvitation: endpoint({
    method: 'POST',
    path: '/users/{id}/invitation',
    summary: 'Send the invitation again, with a new temporary password where the first was never changed',
    access: 'users.manage',
    problems: ['record.not-found', 'users.not-invited', 'users.deactivated', 'request.too-many'],
  })
    .input(z.object({ params: z.object({ id: Id }) }))
    .output(User),

  deactivate: endpoint({
    method: 'POST',
    path: '/users/{id}/deactivation',
    summary: 'Deactivate a user: all sessions end, and signing in is denied; the history stays',
    access: 'users.manage',
    problems: ['record.not-found', 'users.own-access', 'users.last-super-admin'],
  })
    .input(z.object({ params: z.object({ id: Id }) }))
    .output(User),

  reactivate: endpoint({
    method: 'DELETE',
    path: '/users/{id}/deactivation',
    summary: 'Let a deactivated user sign in again',
    access: 'users.manage',
    problems: ['record.not-found'],
  })
    .input(z.object({ params: z.object({ id: Id }) }))
    .output(User),

  resetTwoFactor: endpoint({
    method: 'DELETE',
    path: '/users/{id}/two-factor',
    summary: 'Turn off two-factor authentication of a user who has lost the device, and e-mail the user',
    access: 'users.manage',
    problems: ['record.not-found', 'session.two-factor-off', 'users.factor-elsewhere'],
  })
    .input(z.object({ params: z.object({ id: Id }) }))
    .output(User),

  getSapId: endpoint({
    method: 'GET',
    path: '/user-info/sap-id',
    summary: 'Get the caller’s SAP login ID',
    access: 'signed-in',
    target: 'dev',
  }).output(z.object({ sapId: z.string().nullable() })),
};
