import type { Script } from '../script.ts';

export const passwordReset: Script = {
  skill: 'Password reset',
  weight: 15,
  system: 'SAP GUI',
  apiCalls: [1, 3],
  errorMessages: ['The account is locked by an administrator.', 'No such user in client 100.'],
  facts: ({ random }) => ({
    client: random.pick(['100', '200', '300']),
    landscape: random.pick(['PRD', 'QAS', 'DEV']),
  }),
  parts: ({ person }, { landscape = '' }) => ({
    form: {
      type: 'formResult',
      username: person.sapId,
      firstname: person.firstName,
      lastname: person.lastName,
      e_mail: person.email,
      tel1_numbr: '+372 600 0199',
      reason: `${landscape}: forgotten password`,
    },
    video: { type: 'video', value: '/demo/new-password.webm', title: 'How to choose a new password' },
  }),
  lines: {
    en: [
      '> I forgot my SAP password.',
      'For which system? Your login is <code>{sapId}</code>.',
      '> {landscape}, client {client}',
      'I have reset it and mailed you a one-time password. [[form]]',
      '> And what do I do with it?',
      'This short film shows it: [[video]]',
    ],
    et: [
      '> Unustasin SAPi parooli.',
      'Millises süsteemis? Sinu kasutajatunnus on <code>{sapId}</code>.',
      '> {landscape}, mandant {client}',
      'Lähtestasin parooli ja saatsin ühekordse parooli e-postiga. [[form]]',
    ],
    de: [
      '> Ich habe mein SAP-Passwort vergessen.',
      'Für welches System? Der Benutzer ist <code>{sapId}</code>.',
      '> {landscape}, Mandant {client}',
      'Es ist zurückgesetzt; ein Einmalpasswort kommt per E-Mail. [[form]]',
      '> Und wie geht es weiter?',
      'Dieser kurze Film zeigt es: [[video]]',
    ],
    fi: [
      '> Unohdin SAP-salasanani.',
      'Missä järjestelmässä? Käyttäjätunnuksesi on <code>{sapId}</code>.',
      '> {landscape}, klientti {client}',
      'Nollasin salasanan ja lähetin kertakäyttöisen salasanan sähköpostilla. [[form]]',
    ],
    nl: [
      '> Ik ben mijn SAP-wachtwoord vergeten.',
      'Voor welk systeem? Je gebruikersnaam is <code>{sapId}</code>.',
      '> {landscape}, client {client}',
      'Ik heb het opnieuw ingesteld en een eenmalig wachtwoord gemaild. [[form]]',
      '> Wat doe ik daarmee?',
      'Dit filmpje laat het zien: [[video]]',
    ],
  },
};
