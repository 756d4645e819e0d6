import { toWords } from './to-words.ts';

/** What somebody tried who was refused, by the operation's id in the contract. */
export const operationWords: Readonly<Record<string, string>> = {
  announcementsList: 'See the announcements',
  announcementsCreate: 'Write an announcement',
  analyticsSkill: 'See the figures of a skill',
  analyticsStats: 'See the dashboard',
  analyticsTopUsers: 'See the top users',
  analyticsLogs: 'See the conversation logs',
  analyticsHistory: 'Read a conversation',
  analyticsLogRecord: 'Read a conversation',
  auditList: 'Read the audit log',
  companiesList: 'See all companies',
  companiesApprove: 'Approve a company',
  companyGet: 'See the company information',
  companyUpdate: 'Change the company information',
  companyLogoPut: 'Change the logo',
  companyLogoDelete: 'Remove the logo',
  filesGet: 'Open a file',
  intakeKeysList: 'See the intake keys',
  intakeKeysCreate: 'Make an intake key',
  intakeKeysRename: 'Name an intake key differently',
  intakeKeysRotate: 'Rotate an intake key',
  intakeKeysRevoke: 'Revoke an intake key',
  integrationsList: 'See the integrations',
  integrationsGet: 'Open an integration',
  integrationsCreate: 'Add an integration',
  integrationsUpdate: 'Change an integration',
  integrationsDelete: 'Delete an integration',
  integrationsTest: 'Test a connection',
  integrationsTestStored: 'Test a stored connection',
  invoicesList: 'See the invoices',
  invoicesGet: 'See an invoice',
  invoicesPdfGet: 'Download an invoice',
  invoicesCreate: 'Add an invoice',
  invoicesUpdate: 'Change an invoice',
  invoicesDelete: 'Delete an invoice',
  limitsUpdate: 'Change the account limit',
  mailsList: 'See the sent mails',
  mailsGet: 'Open a sent mail',
  mailsDigestPreview: 'See the spending digest',
  notificationSettingsGet: 'See the notification settings',
  notificationSettingsUpdate: 'Change the notification settings',
  reportedSkillsList: 'See the reported skills',
  reportedSkillsMap: 'Map a reported skill',
  sessionSignOutEverywhere: 'Log out everywhere',
  sessionUserGet: 'See the own account',
  sessionSendContactCode: 'Ask for a code for a new address',
  sessionVerifyContact: 'Prove a new address',
  sessionCancelContact: 'Keep the old address',
  sessionTwoFactorSetUp: 'Set up two-factor sign-in',
  sessionTwoFactorConfirm: 'Turn two-factor sign-in on',
  sessionTwoFactorDisable: 'Turn two-factor sign-in off',
  sessionRecoveryCodesRenew: 'Make new recovery codes',
  skillLimitsUpdate: 'Change the limit of a skill',
  skillsList: 'See the skills',
  skillsStore: 'See the skill store',
  skillsGet: 'Open a skill',
  skillsCreate: 'Add a skill',
  skillsUpdate: 'Change a skill',
  skillsDelete: 'Delete a skill',
  skillsScreenshotAdd: 'Upload a screenshot',
  supportGet: 'See the support limits',
  supportLimitsUpdate: 'Change the support limits',
  usageGet: 'See the usage',
  usageRequests: 'See the billed requests of a skill',
  userRolesList: 'See the roles to give',
  userSapIdGet: 'See the own SAP Login ID',
  usersList: 'See the users',
  usersGet: 'Open a user',
  usersCreate: 'Create a user',
  usersUpdate: 'Change a user',
  usersDelete: 'Delete users',
};

/** An operation without words of its own is shown by its id, in words. */
export function describeOperation(operationId: string): string {
  return operationWords[operationId] ?? toWords(operationId);
}

/** Why it was refused, by the answer's code (`telling` in the server's refusals). */
const answerWords: Readonly<Record<string, string>> = {
  'access.refused': 'Refused: the role does not allow this',
  'record.not-found': 'No such record',
  'files.not-found': 'No such file',
};

export function describeAnswer(code: string): string {
  return answerWords[code] ?? toWords(code);
}
