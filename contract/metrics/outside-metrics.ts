import type { MetricFacts } from './metric-facts.ts';

/** Keys that end, integrations and the store of files. */
export const outsideMetrics = {
  steward_key_end_timestamp_seconds: {
    type: 'gauge',
    unit: 'timestamp',
    source: 'scrape',
    help: 'When the next one ends: a certificate of a SAML issuer in use, or the time in which the secret before a rotation is still accepted; absent where there is none. Keys that the portal signs with are renewed by themselves',
    labels: { kind: ['saml-certificate', 'intake-rotation'] },
    healthy: [['kind="saml-certificate"', '8640000']],
    panel: {
      row: 'Backup & audit',
      title: 'Keys and certificates end in',
      isNumber: true,
      unit: 'seconds',
      lines: { '{{kind}}': 'min by (kind) (steward_key_end_timestamp_seconds) - time()' },
    },
    alerts: {
      StewardCertificateEnds: {
        when: 'min(steward_key_end_timestamp_seconds{kind="saml-certificate"}) - time() < 1209600',
        for: '0s',
        severity: 'ticket',
        summary: 'The certificate of a SAML issuer ends within two weeks: then its company cannot sign in by it.',
        todo: 'Ask the company to add the next certificate of its issuer on _Single sign-on_ of its settings; two may stand beside each other.',
        broken: { steward_key_end_timestamp_seconds: [['kind="saml-certificate"', '1000000']] },
      },
    },
  },
  steward_keys_ended: {
    type: 'gauge',
    unit: 'items',
    source: 'scrape',
    help: 'Certificates of SAML issuers in use that have ended',
    labels: { kind: ['saml-certificate'] },
    healthy: [['kind="saml-certificate"', '0']],
    panel: {
      row: 'Backup & audit',
      title: 'Ended certificates',
      lines: { '{{kind}}': 'max by (kind) (steward_keys_ended)' },
    },
    alerts: {
      StewardCertificateEnded: {
        when: 'max(steward_keys_ended{kind="saml-certificate"}) > 0',
        for: '0s',
        severity: 'ticket',
        summary: 'The certificate of a SAML issuer has ended.',
        todo: 'Ask the company to add the present certificate of its issuer on _Single sign-on_ of its settings, and to remove the one that has ended.',
        broken: { steward_keys_ended: [['kind="saml-certificate"', '1']] },
      },
    },
  },
  steward_integrations: {
    type: 'gauge',
    unit: 'items',
    source: 'scrape',
    help: 'Integrations in use, by the result of their tests',
    labels: { state: ['broken', 'working', 'untested'] },
    healthy: [
      ['state="broken"', '0'],
      ['state="working"', '9'],
      ['state="untested"', '1'],
    ],
    panel: {
      row: 'Jobs & mail',
      title: 'Integrations',
      lines: { '{{state}}': 'max by (state) (steward_integrations)' },
    },
    alerts: {
      StewardIntegrationBroken: {
        when: 'max(steward_integrations{state="broken"}) > 0',
        for: '1h',
        severity: 'info',
        summary: 'Integrations of companies do not work.',
        todo: '_Needs attention_ of the provider names the companies, and the page of an integration the step that fails. Its company corrects it; where many fail at once, look at the way of the portal to the internet.',
        broken: { steward_integrations: [['state="broken"', '1']] },
      },
    },
  },
  steward_file_store_calls_total: {
    type: 'counter',
    unit: 'calls',
    source: 'code',
    help: 'Calls of the store of files: the folder, or the object store',
    labels: { operation: ['put', 'find', 'delete'], outcome: ['done', 'failed'] },
    healthy: [
      ['operation="put",outcome="done"', '0+3'],
      ['operation="put",outcome="failed"', '0'],
    ],
    panel: {
      row: 'Jobs & mail',
      title: 'Store of files',
      lines: { '{{operation}} {{outcome}}': 'sum by (operation, outcome) (rate(steward_file_store_calls_total[5m]))' },
    },
    alerts: {
      StewardFilesFail: {
        when: 'sum(increase(steward_file_store_calls_total{outcome="failed"}[15m])) > 0',
        for: '0s',
        severity: 'page',
        summary: 'Files can not be stored or read: logos, invoices, pictures and checkpoints of the audit log.',
        todo: 'The line of the log says what the store answers and which setting to correct. Uploads are answered 503 meanwhile.',
        broken: { steward_file_store_calls_total: [['operation="put",outcome="failed"', '0+1']] },
      },
    },
  },
} as const satisfies Readonly<Record<string, MetricFacts>>;
