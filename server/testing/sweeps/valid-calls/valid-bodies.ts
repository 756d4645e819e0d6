import { randomUUID } from 'node:crypto';

export const newEmail = () => `${randomUUID()}@test.example`;

export const smallPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

export const companyForm = (contact: string | null) => ({
  companyName: 'Acme Manufacturing',
  vatNumber: 'EE101218458',
  country: 'Estonia',
  address_1: 'Pärnu mnt 1',
  address_2: 'II floor',
  region: 'Harju',
  city: 'Tallinn',
  zip: '10148',
  invoiceReference: 'PO 4711',
  peppolId: '0191:12345678',
  billingEmail: contact === null ? '' : 'invoices@acme.example',
  primaryContact: contact,
  secondaryContact: contact,
});

export const invoiceForm = () => ({
  invoiceId: `Arve ${randomUUID()}`,
  company: 'Acme Manufacturing',
  issueDate: '2026-11-01',
  dueDate: '2026-11-15T10:00:00.000Z',
  total: 1250.5,
  status: 'Pending' as const,
});

/** With an address that the connection test refuses, so that nothing is called. */
export const integrationForm = () => ({
  provider: 'SAP',
  service: 'erp',
  category: 'ERP' as const,
  status: true,
  // Without dashes, because the sweep replaces UUIDs.
  uniqueId: randomUUID().replaceAll('-', ''),
  name: 'Production',
  serviceName: 'SAP production',
  hostname: '127.0.0.1',
  port: 443,
  client: '100',
  username: 'STEWARD',
  password: 'Typed-once-8',
});

export const skillForm = () => ({
  name: `Skill ${randomUUID()}`,
  description: 'Files a request for leave.',
  area: 'General' as const,
  serviceProvider: 'SAP',
  domainKnowledge: 'ERP' as const,
  skillResult: 'An absence request.',
  conversationInfo: ['I would like to take leave'],
  screenShots: ['https://pictures.example/leave.png'],
  workflowApproval: true,
  limit: 100,
});

export const announcementForm = () => ({
  kind: 'maintenance' as const,
  title: 'Maintenance on Sunday',
  body: 'The portal is away from 2:00 to 3:00.',
});

export const notificationForm = () => ({
  updates: { announcements: true, maintenance: false, newSkills: true },
  limits: { accountLimit: true, budgetWarning: false, spendingDigest: true },
});
