import type { PastedList } from './pasted-lists.ts';

const [m, j, longMari, longJaan] = [
  'mari@acme.example',
  'jaan@acme.example',
  'mari.tamm@acme.example',
  'jaan.kask@acme.example',
];
const mari = `${m} = Mari / Tamm`;
const both = [mari, `${j} = Jaan / Kask`];
const longBoth = [`${longMari} = Mari / Tamm`, `${longJaan} = Jaan / Kask`];

/** Rows of sheets without a head, and addresses in letters, signatures and chats. */
export const pastedSheets: readonly PastedList[] = [
  ...['\t', ';', ' | '].flatMap((sign) => {
    const list = (...rows: string[][]) => rows.map((cells) => cells.join(sign)).join('\n');
    const sheet = `copied from a sheet by ${JSON.stringify(sign)}`;
    return [
      {
        name: `departments before the addresses, ${sheet}`,
        text: list(['Mari', 'Tamm', 'Sales', m], ['Jaan', 'Kask', 'IT', j]),
        people: both,
      },
      {
        name: `departments behind the names, ${sheet}`,
        text: list([m, 'Mari', 'Tamm', 'Sales'], [j, 'Jaan', 'Kask', 'Human Resources']),
        people: both,
      },
      {
        name: `departments and places behind the addresses, ${sheet}`,
        text: list(['Mari', 'Tamm', m, 'Sales', 'Tallinn'], ['Jaan Kask', j, 'IT', 'Tartu']),
        people: both,
      },
      {
        name: `departments before roles, ${sheet}`,
        text: list(['Mari', 'Tamm', m, 'Sales', 'User'], ['Jaan', 'Kask', j, 'IT', 'Admin']),
        people: both,
      },
      {
        name: `departments in front, ${sheet}`,
        text: list(['Sales', 'Mari', 'Tamm', longMari], ['IT', 'Jaan Kask', longJaan]),
        people: longBoth,
      },
      {
        name: `departments in front of names of which the address has the given one alone, ${sheet}`,
        text: list(['Sales', 'Mari', 'Tamm', m], ['IT', 'Jaan Kask', j]),
        people: [`! ${m}`, `! ${j}`],
      },
      {
        name: `departments in front of names, and roles, ${sheet}`,
        text: list(['Sales', 'Mari', 'Tamm', m, 'User'], ['IT', 'Jaan', 'Kask', longJaan, 'Admin']),
        people: [`! ${m}`, `${longJaan} = Jaan / Kask`],
      },
      {
        name: `a mistyped role beside another one, ${sheet}`,
        text: list([m, 'Mari', 'Tamm', 'Admin'], [j, 'Jaan', 'Kask', 'Amin']),
        people: [mari, `! ${j}`],
      },
    ];
  }),
  {
    name: 'a mistyped role in the described order',
    text: `${m}, Mari, Tamm, Boss`,
    people: [`! ${m}`],
  },
  ...[
    'Mari Tamm\nSales Manager | Acme OÜ\n+372 5555 5555\n{}\nwww.acme.example',
    'Best regards,\nMari Tamm\nHead of Sales\nAcme OÜ\nNarva mnt 5, 10117 Tallinn\nT: +372 5555 555\nE: {}\nhttps://acme.example',
    'Mit freundlichen Grüßen\nMari Tamm\nVertriebsleiterin\nBeispiel GmbH\nTel. 030 123456\n{}',
    'Lugupidamisega\nMari Tamm\nmüügijuhataja\n{}\nTel: 5123 4567',
    'Mari Tamm, 10:41 AM\n{}\n👍 1\nToday at 10:45\nThanks!',
    '[10:41] Mari Tamm\n{}\n[10:42] Jaan Kask\ndone, thank you for adding me',
    'Hello all,\n\nplease invite these people:\n{}\n\nSent from my iPhone',
  ].map((text) => ({
    name: `noise around an address, ${text.slice(0, 20)}…`,
    text: text.replace('{}', longMari),
    people: [longMari],
  })),
  ...['Peeter Paan', 'nobody', 'peeter.paan', 'ptamm1', 'Peeter Paan 5123 4567', 'Anna As', '2. Peeter Paan'].map(
    (text) => ({
      name: `${text}, who may be a person without an address`,
      text: `${text}\n${longMari}`,
      people: [`! ${text}`, longMari],
    }),
  ),
];
