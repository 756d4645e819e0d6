import { drawNumber, vendors } from '../draws.ts';
import type { Script } from '../script.ts';

export const vendorMasterData: Script = {
  skill: 'Vendor master data',
  weight: 5,
  system: 'SAP MDG',
  apiCalls: [2, 5],
  isApproved: true,
  errorMessages: ['A vendor with this VAT number exists already.', 'The bank account could not be verified.'],
  facts: ({ random, colleagues }) => ({
    vendor: random.pick(vendors),
    number: drawNumber(random, '10', 5),
    phone: drawNumber(random, '+372 6', 6),
    steward: random.pick(colleagues),
  }),
  parts: ({ person }, { vendor = '', phone = '' }) => ({
    form: {
      type: 'formResult',
      username: person.sapId,
      firstname: person.firstName,
      lastname: person.lastName,
      company: vendor,
      e_mail: person.email,
      tel1_numbr: phone,
      reason: 'Change of phone number',
    },
  }),
  lines: {
    en: [
      '> {vendor} has a new phone number: {phone}.',
      'Vendor <b>{number}</b>, {vendor}. Shall I ask {steward} to approve the change?',
      '> Yes.',
      'Done. This was sent: [[form]]',
    ],
    et: [
      '> Tarnijal {vendor} on uus telefoninumber: {phone}.',
      'Tarnija <b>{number}</b>, {vendor}. Kas saadan muudatuse kinnitamiseks: {steward}?',
      '> Jah.',
      'Tehtud. Saatsin selle: [[form]]',
    ],
    de: [
      '> {vendor} hat eine neue Telefonnummer: {phone}.',
      'Lieferant <b>{number}</b>, {vendor}. Soll {steward} die Änderung freigeben?',
      '> Ja.',
      'Erledigt. Das wurde geschickt: [[form]]',
    ],
    fi: [
      '> Toimittajalla {vendor} on uusi puhelinnumero: {phone}.',
      'Toimittaja <b>{number}</b>, {vendor}. Lähetänkö muutoksen hyväksyttäväksi: {steward}?',
      '> Kyllä.',
      'Valmis. Lähetin tämän: [[form]]',
    ],
    nl: [
      '> {vendor} heeft een nieuw telefoonnummer: {phone}.',
      'Leverancier <b>{number}</b>, {vendor}. Zal ik {steward} om goedkeuring vragen?',
      '> Ja.',
      'Gedaan. Dit is verstuurd: [[form]]',
    ],
  },
};
