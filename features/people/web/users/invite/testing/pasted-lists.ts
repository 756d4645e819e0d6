export interface PastedList {
  /** Program that the list was copied from. */
  readonly name: string;
  readonly text: string;
  /** `address`, `address = given / family`, or `! address` for a row with a problem. */
  readonly people: readonly string[];
}

const mari = 'mari@acme.example = Mari / Tamm';
const jaan = 'jaan@acme.example = Jaan / Kask';
const [longMari, longJaan] = ['mari.tamm@acme.example', 'jaan.kask@acme.example'];
const longBoth = [`${longMari} = Mari / Tamm`, `${longJaan} = Jaan / Kask`];
const both = [mari, jaan];
const [m, j] = ['mari@acme.example', 'jaan@acme.example'];

/** Lists of people as programs put them on the clipboard. */
export const pastedLists: readonly PastedList[] = [
  { name: 'Outlook, family name first', text: `Tamm, Mari <${m}>; Kask, Jaan <${j}>;`, people: both },
  { name: 'Outlook, quoted', text: `"Tamm, Mari" <${m}>; "Kask, Jaan" <${j}>`, people: both },
  { name: 'Outlook, given name first', text: `Mari Tamm <${m}>; Jaan Kask <${j}>;`, people: both },
  { name: 'Outlook, with departments', text: `Tamm, Mari (IT, Tallinn) <${m}>; Kask, Jaan (HR) <${j}>`, people: both },
  { name: 'Outlook, a line each', text: `Tamm, Mari <${m}>\nKask, Jaan <${j}>`, people: both },
  { name: 'Outlook, an address as its own name', text: `'${m}' <${m}>; '${j}' <${j}>`, people: [m, j] },
  { name: 'Outlook, with links', text: `${m}<mailto:${m}>; Jaan Kask <mailto:${j}>`, people: [m, jaan] },
  {
    name: 'Outlook, a name without its address',
    text: `Peeter Paan; Jaan Kask <${j}>`,
    people: ['! Peeter Paan', jaan],
  },
  { name: 'Outlook, wrapped within a name', text: `Tamm, Mari <${m}>; Kask,\n Jaan <${j}>`, people: both },
  { name: 'Outlook, wrapped before an address', text: `Tamm, Mari\n  <${m}>; Kask, Jaan\n<${j}>`, people: both },
  { name: 'Gmail', text: `Mari Tamm <${m}>, Jaan Kask <${j}>`, people: both },
  { name: 'Gmail, quoted commas', text: `"Tamm, Mari" <${m}>, "Kask, Jaan" <${j}>,`, people: both },
  { name: 'Gmail, some without a name', text: `Mari Tamm <${m}>, ${j}`, people: [mari, j] },
  { name: 'commas between and within', text: `Tamm, Mari <${m}>, Kask, Jaan <${j}>`, people: both },
  { name: 'commas within one name alone', text: `Tamm, Mari <${m}>, Jaan Kask <${j}>`, people: [`! ${m}`, jaan] },
  { name: 'commas, a person without an address', text: `Mari Tamm, Jaan Kask <${j}>`, people: [`! ${j}`] },
  { name: 'Apple Mail', text: `Mari Tamm <${m}>,\u00a0Jaan Kask <${j}>`, people: both },
  { name: 'Apple Mail, smart quotes', text: `“Mari Tamm” <${m}>, “Jaan Kask” <${j}>`, people: both },
  { name: 'Thunderbird', text: `Mari Tamm <${m}>\r\nJaan Kask <${j}>\r\n`, people: both },
  {
    name: 'Thunderbird, a raw header',
    text: `To: =?UTF-8?B?TWFyaSBUYW1t?= <${m}>,\n =?utf-8?q?Jaan_Kask?= <${j}>`,
    people: both,
  },
  { name: 'labels of headers', text: `An: Mari Tamm <${m}>\nCc: Jaan Kask <${j}>`, people: both },
  { name: 'a group', text: `Team: Mari Tamm <${m}>, Jaan Kask <${j}>;`, people: both },
  { name: 'an empty group', text: `undisclosed-recipients:;\n${m}`, people: [m] },
  { name: 'addresses with blanks', text: `${m} ${j}`, people: [m, j] },
  {
    name: 'addresses with all signs',
    text: `${m}, ${j}; peeter@acme.example\tliis@acme.example`,
    people: [m, j, 'peeter@acme.example', 'liis@acme.example'],
  },
  { name: 'names and addresses without signs', text: `Mari Tamm <${m}> Jaan Kask <${j}>`, people: both },
  { name: 'bare names before addresses', text: `Mari Tamm ${m} Jaan Kask ${j}`, people: both },
  { name: 'bare names behind addresses', text: `${m} Mari Tamm ${j} Jaan Kask`, people: both },
  { name: 'a name on both sides', text: `Mari Tamm ${m} Jaan Kask ${j} Peeter`, people: [`! ${m}`, `! ${j}`] },
  { name: 'an address beside another one', text: `${j} <${m}>`, people: [`! ${j}`, `! ${m}`] },
  { name: 'an address as the name of another', text: `"${j}" <${m}>`, people: [`! ${j}`, `! ${m}`] },
  { name: 'Teams, brackets', text: `Mari Tamm (${m})\nJaan Kask [${j}]`, people: both },
  { name: 'Teams, links', text: `[Mari Tamm](mailto:${m}), [Jaan Kask](mailto:${j})`, people: both },
  {
    name: 'Teams, attendance',
    text: `1. Summary\nMeeting title\tAI\n\nName\tFirst Join\tEmail\nMari Tamm\t9:00\t${m}\nKask, Jaan\t9:01\t${j}`,
    people: both,
  },
  { name: 'links', text: `mailto:${m}?subject=Hi mailto:${j}`, people: [m, j] },
  { name: 'lines by turns, name first', text: `Mari Tamm\n${m}\n\nKask, Jaan\n${j}`, people: both },
  { name: 'lines by turns, address first', text: `${m}\nMari Tamm\n${j}\nJaan Kask`, people: both },
  { name: 'bullets and numbers', text: `• Mari Tamm – ${m}\n2. Jaan Kask - ${j}`, people: both },
  { name: 'Excel', text: `${m}\tMari\tTamm\n${j}\tJaan\tKask`, people: both },
  { name: 'Excel, names first', text: `Mari\tTamm\t${m}\r\nJaan\tKask\t${j}\r\n`, people: both },
  { name: 'Excel, whole names', text: `Tamm, Mari\t${m}\tUser\nJaan Kask\t${j}\tUser`, people: both },
  { name: 'Excel, numbered', text: `1\tMari Tamm\t${m}\n2\tJaan Kask\t${j}`, people: both },
  { name: 'Excel in German', text: `Vorname;Nachname;E-Mail-Adresse\nMari;Tamm;${m}\nJaan;Kask;${j}`, people: both },
  {
    name: 'Excel in Estonian',
    text: `\ufeffEesnimi;Perekonnanimi;E-posti aadress\r\nMari;Tamm;${m}\r\nJaan;Kask;${j}`,
    people: both,
  },
  { name: 'Excel, sep', text: `sep=;\nE-mail;Name\n${m};Tamm, Mari\n${j};Jaan Kask`, people: both },
  { name: 'Excel, two addresses in a cell', text: `Name;E-mail\nMari Tamm;${m}, ${j}`, people: [`! ${m}`, `! ${j}`] },
  { name: 'Excel, a line break in a cell', text: `Name\tE-mail\n"Mari\nTamm"\t${m}\nJaan Kask\t${j}`, people: both },
  {
    name: 'Excel, another column with addresses',
    text: `Name,E-mail,Manager\nMari Tamm,${m},boss@acme.example`,
    people: [mari, '! boss@acme.example'],
  },
  { name: 'Google Sheets', text: `Name\tEmail\nMari Tamm\t${m}\nJaan Kask\t${j}`, people: both },
  {
    name: 'Google Contacts',
    text: `Name,Given Name,Family Name,E-mail 1 - Type,E-mail 1 - Value\nMari Tamm,Mari,Tamm,Work,${m}`,
    people: [mari],
  },
  {
    name: 'Google Workspace',
    text: `First Name [Required],Last Name [Required],Email Address [Required]\nMari,Tamm,${m}`,
    people: [mari],
  },
  {
    name: 'Entra',
    text: `userPrincipalName,displayName,surname,mail,givenName\nmari@acme.onmicrosoft.example,Mari Tamm,Tamm,${m},Mari`,
    people: [mari, '! mari@acme.onmicrosoft.example'],
  },
  { name: 'Entra, user names alone', text: `userPrincipalName,displayName\n${m},Mari Tamm`, people: [mari] },
  { name: 'a column with a head', text: `E-mail\n${m}\n${j}`, people: [m, j] },
  { name: 'a sheet with whole addresses', text: `"Mari Tamm <${m}>"\n"Kask, Jaan <${j}>"`, people: both },
  { name: 'names first, with semicolons', text: `Mari Tamm;${m}\nKask, Jaan;${j}`, people: both },
  { name: 'people by turns between commas', text: `Mari Tamm, ${m}, Jaan Kask, ${j}`, people: both },
  { name: 'roles behind addresses', text: `Mari Tamm <${m}>, Admin\nJaan Kask <${j}>, User`, people: both },
  {
    name: 'invisible signs',
    text: `\u200b\u202aMari\u00a0Tamm\u202c <${m}\u200b>;\u2009Jaan Kask <${j}>\u2028`,
    people: both,
  },
  { name: 'full-width signs', text: `Mari Tamm＜${m}＞；Jaan Kask＜${j}＞`, people: both },
  {
    name: 'names of other scripts',
    text: `山田 太郎 <${m}>; Иванов, Иван <${j}>; Αλέξης Τσ <a@acme.example>; محمد علي <b@acme.example>`,
    people: [
      `${m} = 山田 / 太郎`,
      `${j} = Иван / Иванов`,
      'a@acme.example = Αλέξης / Τσ',
      'b@acme.example = محمد / علي',
    ],
  },
  {
    name: 'titles and suffixes',
    text: `Mari Tamm, PhD <${m}>; Kask, Jaan <${j}>`,
    people: [`${m} = Mari / Tamm PhD`, jaan],
  },
  { name: 'several commas', text: `Tamm, Mari, IT <${m}>; Jaan Kask <${j}>`, people: [`! ${m}`, jaan] },
  { name: 'a name with an at sign', text: `Mari @ IT <${m}>; Jaan Kask <${j}>`, people: [`! ${m}`, jaan] },
  {
    name: 'an address that is cut',
    text: `Mari Tamm <mari@>; Jaan Kask <${j}>`,
    people: ['! Mari Tamm <mari@>', jaan],
  },
  {
    name: 'a letter with addresses',
    text: `Hi,\nplease add ${m} and ${j}.\nThanks`,
    people: [`! ${m}`, `! ${j}`],
  },
  { name: 'addresses with words between', text: `${m} and ${j}`, people: [m, j] },
  { name: 'a sentence with an address', text: `please write to ${m}`, people: [`! ${m}`] },
  { name: 'names in brackets behind the addresses', text: `${m} (Mari Tamm), ${j} (Jaan Kask)`, people: [mari, jaan] },
  { name: 'words in brackets that are no names', text: `${m} (guest of IT), ${j} (new)`, people: [m, j] },
  { name: 'names with colons', text: `Mari Tamm: ${m}, Jaan Kask: ${j}`, people: [mari, jaan] },
  {
    name: 'telephones beside',
    text: `Mari Tamm | ${m} | +372 5123 4567\nJaan Kask | ${j} | 5123 4568`,
    people: [mari, jaan],
  },
  { name: 'the source of a page', text: `Mari Tamm &lt;${m}&gt;; Jaan Kask &lt;${j}&gt;`, people: [mari, jaan] },
  {
    name: 'departments behind the names',
    text: `Mari Tamm\tIT department\t${longMari}\nJaan Kask\tSales\t${longJaan}`,
    people: longBoth,
  },
  {
    name: 'departments behind names and addresses',
    text: `${longMari};Mari Tamm;Sales\n${longJaan};Jaan Kask;HR`,
    people: longBoth,
  },
  {
    name: 'states behind numbered people',
    text: `1\tMari Tamm\t${longMari}\tActive\n2\tJaan Kask\t${longJaan}\tActive`,
    people: longBoth,
  },
  { name: 'places behind names', text: `${longMari},Mari Tamm,Sales Manager,Tallinn`, people: longBoth.slice(0, 1) },
  {
    name: 'two given names in a cell',
    text: 'Mari Liis,Tamm,mari.tamm@acme.example\nJaan,Kask,jaan.kask@acme.example',
    people: ['mari.tamm@acme.example = Mari Liis / Tamm', 'jaan.kask@acme.example = Jaan / Kask'],
  },
  {
    name: 'two words and another one, of which the address has the first alone',
    text: `Mari Tamm;Sales;${m}\nMari Liis;Tamm;${m}`,
    people: [`! ${m}`, `! ${m}`],
  },
  { name: 'notes in square brackets', text: `Mari Tamm [External] <${m}>; Jaan Kask <${j}>`, people: [mari, jaan] },
  {
    name: 'a table of Markdown',
    text: `| Name | Email |\n|---|:--|\n| Mari Tamm | ${m} |\n| Jaan Kask | ${j} |`,
    people: [mari, jaan],
  },
  {
    name: 'a family name under “Name”',
    text: `Name;Vorname;E-Mail\nTamm;Mari;${m}\nKask;Jaan;${j}`,
    people: [mari, jaan],
  },
  {
    name: 'a whole name beside the given one',
    text: `Name;First name;Email\nMari Tamm;Mari;${m}\nKask, Jaan;Jaan;${j}`,
    people: [mari, jaan],
  },
  {
    name: 'sentences that begin with a word',
    text: `Contact ${longMari}. Also ${longJaan}!`,
    people: [`! ${longMari}`, `! ${longJaan}`],
  },
  ...[
    'Nom;Prénom;Courriel',
    'Sukunimi;Etunimi;Sähköposti',
    'Uzvārds;Vārds;E-pasts',
    'Фамилия;Имя;Электронная почта',
    'Apellidos;Nombre;Correo electrónico',
    'Achternaam;Voornaam;E-mailadres',
    'Nachname;Vorname;E-Mail (dienstlich)',
    'Perekonnanimi;Eesnimi;E-kiri',
  ].map((head) => ({
    name: `the head ${head}`,
    text: `${head}\nTamm;Mari;${m}\nKask;Jaan;${j}`,
    people: [mari, jaan],
  })),
  { name: 'titles in front', text: `Dr. Mari Tamm <${m}>; Kask, Herr Jaan <${j}>`, people: [mari, jaan] },
  {
    name: 'members and owners of a team, behind names of which the address has the given one alone',
    text: `Mari Tamm\tOwner\t${m}\nJaan Kask\tMember\t${j}`,
    people: [`! ${m}`, `! ${j}`],
  },
  { name: 'typographic single quotes', text: `‘Mari Tamm’ <${m}>; ‚Jaan Kask‘ <${j}>`, people: [mari, jaan] },
  {
    name: 'for whom a mail was sent, and addresses of Exchange',
    text: `Mari Tamm on behalf of Sales <${m}>; Jaan Kask /O=ACME/OU=EXCHANGE/CN=RECIPIENTS/CN=JAAN <${j}>`,
    people: [mari, jaan],
  },
  {
    name: 'family names in capitals in front',
    text: `TAMM Mari <${m}>\nKASK Jaan <${j}>`,
    people: [`${m} = Mari / TAMM`, `${j} = Jaan / KASK`],
  },
  {
    name: 'names of two letters above their addresses',
    text: 'Bo Hannula\nbo@acme.example\nCy Doe\ncy@acme.example',
    people: ['bo@acme.example = Bo / Hannula', 'cy@acme.example = Cy / Doe'],
  },
  {
    name: 'a signature with a telephone, and a chat with times',
    text: `E: ${m} | T: +49 30 123456\n[09:16] Jaan Kask: ${longJaan}`,
    people: [`! ${m}`, `! ${longJaan}`],
  },
  { name: 'slashes between names and addresses', text: `Mari Tamm / ${m} / Jaan Kask / ${j}`, people: [mari, jaan] },
  { name: 'attendees of a calendar file', text: `ATTENDEE;CN=Mari Tamm:mailto:${m}`, people: ['! ATTENDEE', `! ${m}`] },
  {
    name: 'both names in one column of a German table',
    text: `Personal-Nr.;Nachname, Vorname;E-Mail;Abteilung\n001;Tamm, Mari;${m};Vertrieb`,
    people: [mari],
  },
  {
    name: 'words of a sentence before and behind names',
    text: `Add also Mari Tamm <${m}>\nHi Jaan Kask <${j}>\nMari Tamm CEO <mari.tamm@acme.example>`,
    people: [`! ${m}`, `! ${j}`, '! mari.tamm@acme.example'],
  },
  {
    name: 'family names first without a head, as the addresses say',
    text: `Tamm\tMari\t${longMari}\nKask\tJaan\t${longJaan}`,
    people: longBoth,
  },
  {
    name: 'names with particles',
    text: `Ludwig van der Berg <${m}>; María de la Cruz <${j}>`,
    people: [`${m} = Ludwig / van der Berg`, `${j} = María / de la Cruz`],
  },
];
