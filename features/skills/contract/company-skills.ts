import * as z from 'zod';
import { NetEuros } from '#features/money/contract/costs/amounts.ts';
import { defineEndpoints } from '#contract/endpoint.ts';
import { emailField, Id, Instant, isBlank, tooLongMessage, Version } from '#contract/fields.ts';
import {
  approvalTokenMaxLength,
  reviewDecisions,
  skillCommands,
  skillStates,
  transportMaxBytes,
} from './skill-states.ts';
import { SkillStepAnswer, SkillStepForm } from './skill-steps.ts';

const endpoint = defineEndpoints('Skills of a company', 'dev');

export const ownReviewerMessage = 'Choose another reviewer than yourself, because this skill has one.';
export const missingReviewerMessage = 'Please enter the reviewer’s e-mail.';

const ReviewerEmail = emailField({
  required: missingReviewerMessage,
  empty: missingReviewerMessage,
  invalid: 'The input is not a valid email address!',
});

const reasonMaxLength = 500;
const Reason = z
  .string()
  .max(reasonMaxLength, { error: tooLongMessage(reasonMaxLength) })
  .optional();

/** A file that installs a skill in the backend system. `size` in bytes. */
export const TransportFile = z.object({ name: z.string(), size: z.int() });
export type TransportFile = z.infer<typeof TransportFile>;

/** A change of state, with the address of the user or reviewer who made it. */
const SkillStateChange = z.object({
  date: Instant,
  transition: z.enum([...skillCommands, ...reviewDecisions]),
  from: z.enum(skillStates),
  to: z.enum(skillStates),
  /** Null where none was given. */
  reason: z.string().nullable(),
  actor: z.object({ name: z.string(), email: z.string() }),
});
export type SkillStateChange = z.infer<typeof SkillStateChange>;

/** A skill as one company has it. */
export const CompanySkill = z.object({
  _id: Id,
  state: z.enum(skillStates),
  /** Because its maker says so (`isApprovalFixed`), or the company itself (`approvalWorkflow`). */
  requiresApproval: z.boolean(),
  isApprovalFixed: z.boolean(),
  approvalWorkflow: z.boolean(),
  reviewerEmail: z.string().nullable(),
  /** Whether the person who requested the skill is e-mailed when others change its state. */
  notifyUser: z.boolean(),
  /** Whether the reviewer is e-mailed when the state changes. */
  notifyApprover: z.boolean(),
  /** The backend system: an integration of the company. */
  integrationId: Id.nullable(),
  /** Whether the company has confirmed that the present transport file is installed. */
  isTransportInstalled: z.boolean(),
  transport: TransportFile.nullable(),
  /** Whether the company may replace the transport file. */
  canEditTransport: z.boolean(),
  /** The request that waits for its reviewer. */
  request: z
    .object({ reviewerEmail: z.string(), requestedBy: z.string(), requestedAt: Instant, expiresAt: Instant })
    .nullable(),
  /** The latest fifty changes of state, newest first. */
  history: z.array(SkillStateChange),
  version: z.int(),
});
export type CompanySkill = z.infer<typeof CompanySkill>;

export const CompanySkillForm = z.strictObject({
  approvalWorkflow: z.boolean(),
  reviewerEmail: ReviewerEmail.nullable(),
  notifyUser: z.boolean(),
  notifyApprover: z.boolean(),
  integrationId: Id.nullable(),
  isTransportInstalled: z.boolean(),
  version: Version.optional(),
});
export type CompanySkillForm = z.infer<typeof CompanySkillForm>;

export const SkillStateForm = z.strictObject({
  command: z.enum(skillCommands, { error: 'The field is required!' }),
  /** Reviewer of a request; missing takes the reviewer of the configuration. */
  reviewerEmail: ReviewerEmail.optional(),
  reason: Reason,
});
export type SkillStateForm = z.infer<typeof SkillStateForm>;

const fileNameMaxLength = 200;
const FileName = z
  .string()
  .min(1, { error: 'The file needs a name.' })
  .max(fileNameMaxLength, { error: tooLongMessage(fileNameMaxLength) })
  // Controls and separators, so that no name leaves the folder of downloads or the line of a header.
  .refine((name) => !isBlank(name) && !/[\p{Cc}\p{Cf}/\\]/u.test(name), { error: 'This file name is not valid.' });

const token = z
  .string({ error: 'The field is required!' })
  .min(1, { error: 'The field is required!' })
  .max(approvalTokenMaxLength, { error: 'This link is not valid.' });

/** The request that a reviewer opens by the link of the e-mail. */
export const SkillApproval = z.object({
  status: z.enum(['open', 'approved', 'refused', 'withdrawn', 'expired']),
  companyName: z.string(),
  skill: z.object({ name: z.string(), description: z.string(), serviceProvider: z.string() }),
  /** Price of one request for the company. */
  price: NetEuros,
  requestedBy: z.object({ name: z.string(), email: z.string() }),
  requestedAt: Instant,
  expiresAt: Instant,
  timeZone: z.string(),
});
export type SkillApproval = z.infer<typeof SkillApproval>;

const byId = z.object({ _id: Id });

export const companySkillsContract = {
  get: endpoint({
    method: 'GET',
    path: '/skills/store/{_id}/configuration',
    summary: 'Get the state and configuration of a skill in the company, with its history',
    access: 'skills.manage',
  })
    .input(z.object({ params: byId }))
    .output(CompanySkill),

  update: endpoint({
    method: 'PUT',
    path: '/skills/store/{_id}/configuration',
    summary: 'Update the configuration of a skill in the company',
    access: 'skills.manage',
    problems: ['record.stale'],
  })
    .input(z.object({ params: byId, body: CompanySkillForm }))
    .output(CompanySkill),

  changeState: endpoint({
    method: 'POST',
    path: '/skills/store/{_id}/state',
    summary: 'Request, withdraw, activate, deactivate or uninstall a skill; a request e-mails its reviewer a link',
    access: 'skills.manage',
    problems: [
      'request.too-many',
      'company.suspended',
      'skills.state-impossible',
      'skills.transport-not-installed',
      'skills.no-address',
    ],
  })
    .input(z.object({ params: byId, body: SkillStateForm }))
    .output(CompanySkill),

  changeStates: endpoint({
    method: 'POST',
    path: '/skills/states',
    summary: 'Activate or deactivate several skills, each with its own result',
    access: 'skills.manage',
    problems: ['company.suspended'],
  })
    .input(z.object({ body: SkillStepForm }))
    .output(SkillStepAnswer),

  resendRequest: endpoint({
    method: 'POST',
    path: '/skills/store/{_id}/request/link',
    summary: 'E-mail the reviewer of the open request a new link; the one before ends',
    access: 'skills.manage',
    problems: ['request.too-many', 'company.suspended', 'skills.state-impossible'],
  })
    .input(z.object({ params: byId }))
    .output(CompanySkill),

  getTransport: endpoint({
    method: 'GET',
    path: '/skills/store/{_id}/transport',
    summary: 'Download the transport file of a skill',
    access: 'skills.manage',
    problems: ['files.not-found'],
  })
    .input(z.object({ params: byId }))
    .output(z.instanceof(Blob)),

  updateTransport: endpoint({
    method: 'PUT',
    path: '/skills/store/{_id}/transport',
    summary: 'Upload the transport file of a skill of the company; it takes the place of the former one',
    access: 'skills.manage',
    takesFile: true,
    deferrable: 'upload',
    bodyLimitBytes: transportMaxBytes,
    problems: ['skills.provided', 'skills.transport-empty'],
  })
    .input(z.object({ params: byId, query: z.strictObject({ name: FileName }), body: z.instanceof(Blob) }))
    .output(TransportFile),

  deleteTransport: endpoint({
    method: 'DELETE',
    path: '/skills/store/{_id}/transport',
    summary: 'Delete the transport file of a skill of the company',
    access: 'skills.manage',
    successStatus: 204,
    problems: ['skills.provided'],
  }).input(z.object({ params: byId })),
};

export const skillApprovalsContract = {
  find: endpoint({
    method: 'POST',
    path: '/skill-approvals/find',
    summary: 'Read what the link of a request asks its reviewer; changes nothing',
    goesOn: true,
    access: 'public',
    problems: ['record.not-found'],
  })
    .input(z.object({ body: z.strictObject({ token }) }))
    .output(SkillApproval),

  decide: endpoint({
    method: 'POST',
    path: '/skill-approvals/decide',
    summary: 'Approve or refuse a request, once, with the token of its link',
    access: 'public',
    problems: ['record.not-found', 'skills.request-closed', 'company.suspended'],
  })
    .input(
      z.object({
        body: z.strictObject({
          token,
          decision: z.enum(reviewDecisions, { error: 'The field is required!' }),
          reason: Reason,
        }),
      }),
    )
    .output(SkillApproval),
};
