/** Checks of the doctor by name, in the order of its lines, and what each looks at. `npm run monitoring` writes them into docs/production.md. */
export const doctorChecks = {
  settings: 'values, names that are none, what the example left',
  database: 'reached, TLS, a pooler that shares sessions, version, encoding, rights, connections left, clock',
  'database roles': 'the two that serve requests sign in, and can not get around the wall between companies',
  migrations: 'those that wait for a start, and a database that is too new',
  files: 'an object is stored, read and deleted: bucket, region, key, clock',
  mail: 'TLS, login, and whether `MAIL_FROM` is taken; nothing is sent',
  'time zones': 'the database and the portal change the clocks of companies on the same days',
  'backup folder': '`BACKUP_FOLDER` can be written',
  issuer: '`OIDC_ISSUER` and `OIDC_SIGN_IN_ISSUER` answer with their configuration',
  disk: 'room on the disk of `DATA_DIR`',
  archive: 'it takes what is written, and has a base of today',
  backup: 'age, verification and file of the last one, and room for the next',
  secrets: '`SECRETS_KEY` opens what is sealed',
  ports: "free, or this portal's",
  'public address': '`PUBLIC_URL` leads to this installation; `Host`, `X-Forwarded-For`, bodies of 8 MiB, clock',
  certificate: 'trusted, of this name, days left',
} as const;

export type DoctorCheck = keyof typeof doctorChecks;
