/** 'accountLimit' → 'Account limit', 'sign-up' → 'Sign up', 'files.not-found' → 'Files not found'. */
export function toWords(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_.]/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a denied request was for, by the operation id of the contract. */
export const operationWords: Readonly<Record<string, string>> = {
  pageViewsList: 'See the page views',
  mailsListAnnouncements: 'See the announcements',
  mailsCreateAnnouncement: 'Send an announcement',
  mailsPreviewAnnouncement: 'Preview an announcement',
  mailsTestAnnouncement: 'Send a test announcement',
  analyticsGetSkillStats: 'See the figures of a skill',
  analyticsGetStats: 'See the dashboard',
  analyticsListTopUsers: 'See the top users',
  analyticsListConversations: 'See the conversation logs',
  analyticsListMessages: 'Read a conversation',
  analyticsGetConversation: 'Read a conversation',
  auditList: 'Read the audit log',
  companiesList: 'See all companies',
  companiesApprove: 'Approve a company',
  companiesSuspend: 'Suspend a company',
  companiesReactivate: 'Reactivate a company',
  companyGet: 'See the company information',
  companyUpdate: 'Change the company information',
  companyUpdateLogo: 'Change the logo',
  companyDeleteLogo: 'Remove the logo',
  filesGet: 'Open a file',
  intakeKeysList: 'See the intake keys',
  intakeKeysCreate: 'Create an intake key',
  intakeKeysRename: 'Rename an intake key',
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
  invoicesGetPdf: 'Download an invoice',
  invoicesCreate: 'Add an invoice',
  invoicesUpdate: 'Change an invoice',
  invoicesDelete: 'Delete an invoice',
  invoicesListDeleted: 'See the deleted invoices',
  invoicesIssueAgain: 'Issue an invoice again',
  usageUpdateLimit: 'Change the account limit',
  mailsList: 'See the sent e-mails',
  mailsGet: 'Open a sent e-mail',
  mailsPreviewDigest: 'See the spending digest',
  notificationsGet: 'See the notification settings',
  notificationsUpdate: 'Change the notification settings',
  intakeKeysListReportedSkills: 'See the reported skills',
  intakeKeysMapReportedSkill: 'Map a reported skill',
  sessionGetUser: 'See your own account',
  sessionSignOutEverywhere: 'Sign out everywhere',
  sessionListSessions: 'See your own sessions',
  sessionDeleteSession: 'End a session',
  sessionDeleteOtherSessions: 'End all other sessions',
  sessionSendContactCode: 'Ask for a code for a new address',
  sessionVerifyContact: 'Verify a new address',
  sessionCancelContact: 'Cancel a change of address',
  sessionSetUpTwoFactor: 'Set up two-factor authentication',
  sessionConfirmTwoFactor: 'Turn two-factor authentication on',
  sessionDisableTwoFactor: 'Turn two-factor authentication off',
  sessionRenewRecoveryCodes: 'Renew recovery codes',
  usageUpdateSkillLimit: 'Change the limit of a skill',
  skillsList: 'See the skills',
  skillsListStore: 'See the skill store',
  skillsGet: 'Open a skill',
  skillsCreate: 'Add a skill',
  skillsUpdate: 'Change a skill',
  skillsDelete: 'Delete a skill',
  skillsCreateScreenshot: 'Upload a screenshot',
  companySkillsGet: 'See the configuration of a skill',
  companySkillsUpdate: 'Change the configuration of a skill',
  companySkillsChangeState: 'Change the state of a skill',
  companySkillsGetTransport: 'Download a transport file',
  companySkillsUpdateTransport: 'Upload a transport file',
  companySkillsDeleteTransport: 'Delete a transport file',
  supportRequestsList: 'See the support requests',
  supportRequestsCreate: 'Record a support request',
  supportRequestsDelete: 'Delete a support request',
  usageGetSupport: 'See the support limits',
  usageUpdateSupportLimits: 'Change the support limits',
  usageGet: 'See the usage',
  usageListEvents: 'See the billed requests of a skill',
  usersListRoles: 'See the available roles',
  usersGetSapId: 'See your own SAP Login ID',
  usersList: 'See the users',
  usersGet: 'Open a user',
  usersCreate: 'Create a user',
  usersUpdate: 'Change a user',
  usersDelete: 'Delete users',
};

/** An operation without words is shown by its id, split into words. */
export function describeOperation(operationId: string): string {
  return operationWords[operationId] ?? toWords(operationId);
}

/** The answers to denied requests, by problem code. */
const answerWords: Readonly<Record<string, string>> = {
  'access.refused': 'Denied: the role does not allow this',
  'record.not-found': 'No such record',
  'files.not-found': 'No such file',
};

export function describeAnswer(code: string): string {
  return answerWords[code] ?? toWords(code);
}
