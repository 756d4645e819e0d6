export const languages = ['en', 'et', 'de', 'fi', 'nl'] as const;
export type Language = (typeof languages)[number];

/** Phrases that are independent of the script. Lines of the user start with `> `. */
interface Phrases {
  readonly whatCanYouDo: readonly string[];
  readonly skillsOffered: string;
  readonly thanks: readonly string[];
  readonly farewell: string;
  /** The last lines of a dialogue that ends as Failed, Escaped or Error. */
  readonly failed: readonly string[];
  readonly escaped: readonly string[];
  readonly error: readonly string[];
  readonly working: string;
}

export const phrases: Readonly<Record<Language, Phrases>> = {
  en: {
    whatCanYouDo: ['> Hi!', '> What can you do?', '> help'],
    skillsOffered: 'Hello {firstName}! These are the things I can do for you:',
    thanks: ['> Thanks!', '> Great, thank you.', '> ok'],
    farewell: 'You are welcome. Have a nice day!',
    failed: ['I am sorry, {system} refused this: <i>{reason}</i> Please check it and try again.'],
    escaped: [
      '> Never mind, I would rather talk to a person.',
      'Of course. I have asked the service desk to call you.',
    ],
    error: ['Something went wrong while I talked to {system} (error {code}). It has been reported.'],
    working: 'One moment please, I am asking {system} …',
  },
  et: {
    whatCanYouDo: ['> Tere!', '> Mida sa oskad?', '> abi'],
    skillsOffered: 'Tere, {firstName}! Nende asjadega saan aidata:',
    thanks: ['> Aitäh!', '> Väga hea, tänan.', '> ok'],
    farewell: 'Palun! Ilusat päeva!',
    failed: ['Vabandust, {system} ei võtnud seda vastu: <i>{reason}</i> Palun kontrolli ja proovi uuesti.'],
    escaped: ['> Olgu, räägin parem inimesega.', 'Muidugi. Palusin kasutajatoel sulle helistada.'],
    error: ['Suhtlus süsteemiga {system} katkes (viga {code}). Andsin veast teada.'],
    working: 'Üks hetk, küsin süsteemist {system} …',
  },
  de: {
    whatCanYouDo: ['> Hallo!', '> Was kannst du?', '> Hilfe'],
    skillsOffered: 'Hallo {firstName}! Dabei kann ich helfen:',
    thanks: ['> Danke!', '> Super, vielen Dank.', '> ok'],
    farewell: 'Gern geschehen. Einen schönen Tag noch!',
    failed: ['Leider hat {system} das abgelehnt: <i>{reason}</i> Bitte prüfen und noch einmal versuchen.'],
    escaped: ['> Schon gut, ich spreche lieber mit einem Menschen.', 'Gern. Der Service-Desk ruft zurück.'],
    error: ['Bei der Verbindung mit {system} ist ein Fehler aufgetreten ({code}). Er wurde gemeldet.'],
    working: 'Einen Moment bitte, ich frage {system} …',
  },
  fi: {
    whatCanYouDo: ['> Hei!', '> Mitä osaat tehdä?', '> apua'],
    skillsOffered: 'Hei {firstName}! Näissä asioissa voin auttaa:',
    thanks: ['> Kiitos!', '> Hienoa, kiitos paljon.', '> ok'],
    farewell: 'Ole hyvä. Mukavaa päivää!',
    failed: ['Valitettavasti {system} hylkäsi tämän: <i>{reason}</i> Tarkista ja yritä uudelleen.'],
    escaped: ['> Antaa olla, puhun mieluummin ihmisen kanssa.', 'Selvä. Pyysin tukipalvelua soittamaan sinulle.'],
    error: ['Yhteydessä järjestelmään {system} tapahtui virhe ({code}). Siitä on ilmoitettu.'],
    working: 'Hetkinen, kysyn järjestelmästä {system} …',
  },
  nl: {
    whatCanYouDo: ['> Hallo!', '> Wat kun je allemaal?', '> hulp'],
    skillsOffered: 'Hallo {firstName}! Hiermee kan ik helpen:',
    thanks: ['> Bedankt!', '> Mooi, dank je wel.', '> oké'],
    farewell: 'Graag gedaan. Nog een fijne dag!',
    failed: ['Helaas heeft {system} dit geweigerd: <i>{reason}</i> Controleer het en probeer het opnieuw.'],
    escaped: ['> Laat maar, ik praat liever met een mens.', 'Natuurlijk. De servicedesk belt je terug.'],
    error: ['Er ging iets mis in het gesprek met {system} (fout {code}). Het is gemeld.'],
    working: 'Een ogenblik, ik vraag het aan {system} …',
  },
};
