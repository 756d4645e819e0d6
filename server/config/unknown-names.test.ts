import { expect, test } from 'vitest';
import { OtelVariables } from './otel-variables.ts';
import { listUnknownNames } from './unknown-names.ts';
import { Variables } from './variables.ts';

const names = [...Object.keys(Variables.shape), ...Object.keys(OtelVariables.shape)];

test.each([
  ['PORTT', 'PORT'],
  ['PROT', 'PORT'],
  ['port', 'PORT'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['PUBLIC_ULR', 'PUBLIC_URL'],
  ['SMTP_UR', 'SMTP_URL'],
  ['SECRET_KEY', 'SECRETS_KEY'],
  ['OTEL_TRACES_SAMPLR', 'OTEL_TRACES_SAMPLER'],
  ['PORT_FILE', 'PORT'],
  ['SMTP_URLFILE', 'SMTP_URL_FILE'],
  ['BACKUP_ENABLED', undefined],
  ['SMTP_PASSWORD', undefined],
  ['STEWARD_PORT', undefined],
])('%s is said to be no setting', (name, meant) => {
  expect(listUnknownNames([name])).toEqual([{ name, meant }]);
});

test('other names of an environment are no matter', () => {
  const others = [
    'PATH',
    'HOME',
    'HOSTNAME',
    'USER',
    'MAIL',
    'LANG',
    'LOGNAME',
    'NODE_OPTIONS',
    'NODE_EXTRA_CA_CERTS',
    'PWD',
  ];
  const ofPlatforms = [
    'npm_config_port',
    'DATABASE_PASSWORD',
    'PROXY_ADDRESS',
    'KUBERNETES_PORT',
    'AWS_REGION',
    'OTEL_METRICS_EXPORTER',
  ];
  expect(listUnknownNames([...names, ...others, ...ofPlatforms])).toEqual([]);
});
