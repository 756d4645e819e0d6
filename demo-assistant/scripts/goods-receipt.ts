import { drawNumber, materials, vendors } from '../draws.ts';
import type { Script } from '../script.ts';

export const goodsReceipt: Script = {
  skill: 'Goods receipt',
  weight: 8,
  system: 'SAP MM',
  apiCalls: [2, 6],
  errorMessages: ['Quantity exceeds the open quantity of the order.', 'Posting only possible in the current period.'],
  facts: ({ random }) => ({
    order: drawNumber(random, '45000', 5),
    vendor: random.pick(vendors),
    material: random.pick(materials),
    pieces: String(random.int(5, 240)),
    broken: String(random.int(1, 4)),
    document: drawNumber(random, '50000', 5),
  }),
  parts: ({ fileKeys }) => ({
    parcel: { type: 'filePicker', fileKey: fileKeys.parcel, name: 'parcel.png' },
  }),
  lines: {
    en: [
      '> The delivery for order {order} is here, {pieces} × {material}.',
      'Order {order} of {vendor} expects {pieces} pieces. Is everything in good condition?',
      '> No, {broken} are damaged, see here. [[parcel]]',
      'I have posted the receipt (<b>{document}</b>) with {broken} pieces blocked, and told purchasing.',
    ],
    et: [
      '> Tellimuse {order} kaup jõudis kohale, {pieces} × {material}.',
      'Tellimus {order} ({vendor}) ootab {pieces} tükki. Kas kõik on terve?',
      '> Ei, {broken} on katki, vaata pilti. [[parcel]]',
      'Kanne <b>{document}</b> on tehtud, {broken} tükki on blokeeritud ja ostuosakond teab.',
    ],
    de: [
      '> Die Lieferung zu Bestellung {order} ist da, {pieces} × {material}.',
      'Bestellung {order} bei {vendor} erwartet {pieces} Stück. Ist alles in Ordnung?',
      '> Nein, {broken} sind beschädigt, siehe Bild. [[parcel]]',
      'Der Wareneingang ist gebucht (<b>{document}</b>), {broken} Stück gesperrt, der Einkauf weiß Bescheid.',
    ],
    fi: [
      '> Tilauksen {order} toimitus saapui, {pieces} × {material}.',
      'Tilaus {order} ({vendor}): odotetaan {pieces} kappaletta. Onko kaikki kunnossa?',
      '> Ei, {broken} on rikki, katso kuva. [[parcel]]',
      'Vastaanotto <b>{document}</b> on kirjattu, {broken} kappaletta estetty ja osto tietää.',
    ],
    nl: [
      '> De levering van order {order} is er, {pieces} × {material}.',
      'Order {order} van {vendor} verwacht {pieces} stuks. Is alles in orde?',
      '> Nee, {broken} zijn beschadigd, zie foto. [[parcel]]',
      'De ontvangst is geboekt (<b>{document}</b>), {broken} stuks geblokkeerd, inkoop weet ervan.',
    ],
  },
};
