/**
 * Meaning of a word for a number beside it. `code` may be of a person or of a thing, `own` says whose it is, and `none` says
 * nothing, as "number" alone.
 */
export type WordClass = 'phone' | 'id' | 'card' | 'business' | 'person' | 'code' | 'own' | 'none';

const list = (words: string) => words.trim().split(/\s+/);

/** Found anywhere in a word, because compounds and endings carry them; of several the last one says what the word is. */
const stems: Readonly<Record<'phone' | 'id' | 'card' | 'business' | 'person', readonly string[]>> = {
  phone:
    list(`telefon telephon téléphon teléfon puhelin puhelim telefoon mobiil mobil móvil cellul komórk tālrun handy phone
    whatsapp viber telegram hotline rufnummer rückruf rueckruf anruf anzuruf durchwahl erreichbar helista kõne gsm
    kontaktnum kontakttel contactnum`),
  id: list(`isikukoo isikutunn personnummer personnumret personenkenn henkilötun asmens personaskod fødselsn foedselsn
    rijksregister burgerservice steuerid identifikationsn
    versicherungsn sünninum rodné kennitala nationalnum personencode isikunum sünnikood`),
  card: list('kreditkart krediitkaar pangakaar deebetkaar kaardinum kaardi kartennum mastercard creditcard'),
  person:
    list(`employee personnel personal customer client vendor supplier mitarbeiter kunde lieferant kreditor debitor töötaja
    kliend klient tarnija hankija`),
  business:
    list(`order purchas invoice deliver shipment shipping tracking parcel consignment ticket incident materi article product
    batch serial device account posting document journal voucher contract quotation tender project transac transak referen reserv
    booking contain pallet barcode warehouse storage machine equipment mainten inspect certific polic licen version release
    revision queue quantit piece budget revenue session conversation message workflow registr asset
    auftrag bestell rechnung liefersch lieferung sendung störung anfrage aufgab vorgang vorfall chargen seriennum gerät anlage
    inventar kostenst konto beleg buchung vertrag angebot projekt nachricht gespräch palette lager regal stück größe gewicht zähler
    maschine zeichnung meldung prüf zertifik lizenz steuernummer hinweis fehler zimmer büro umsatz
    tellimu ostu arve tarne saadeti saadetus veoki saateleh pilet pöördum intsiden taotlu muudatu ülesan juhtum materjal artik
    toode toote kauba partii seeria seade seadm vara inventari kulukoh kasumikes kanne kande dokumen lepin pakkum ^hange ^hanke
    projek laoko riiul mõõtj ruum kabinet järjekor veakood sõnum vestlu tehing viitenum broneer konteiner kogus tükk suuru kaal arvesti masin
    teade fracht waybill kabel sertifik poliis kahju remittan deviation nonconform opportunit forklift trailer
    mahnung gutschrift retoure reklamation schadensf aktenz überweis lastschrift sendungs
    reklamats kaebus loendur kreeditarv tagastus lähetus avaldus toimik laadung haagis kohtuas litsents versioon märkus registrik tootmis hooldus käive`),
};

/** Found as whole words. */
const whole: Readonly<Record<WordClass, readonly string[]>> = {
  phone:
    list(`tel telef tlf tfn tln mob mobile cell fax faks dial dials dialed dialled call calls called calling callback reach
    reached reachable sms ruf rufe rufen ruft erreichen erreicht erreichst contact contacts kontakt kontaktnummer kontaktinumber
    extension landline directline directlines phoneline ring rings ringing switchboard reception festnetz zentrale puh numbril numbrile numbrilt llama appelez appeler bellen soita zadzwoń imessage`),
  id: list(
    'pesel hetu ssn bsn cpr nino pps ppsn dni nie nif nir insz ahv avs egn cnp oib idnr svnr vsnr sotu ik amka tckn',
  ),
  card: list('card cards visa amex maestro kaart karte credit debit cc'),
  person: list('user users staff worker member patient'),
  business:
    list(`po pr wo wbs dpd dhl gls tnt fedex usps ups omniva venipak kaup sku ean gtin upc isbn issn sscc vin hs awb hawb mawb cmr mrn sn pn rma asn grn ncr capa imei imsi iccid mac case cases task tasks change changes request
    requests note notes item items part parts lot lots test tests line lines size sizes weight room floor error errors page pages build builds bill bills ref gl plant shelf zip postcode port meter position pos seat flight
    unit units kg pcs total sum amount price year week hours minutes bytes row rows record records customs tariff vat log job
    counter cable claim claims quote quotes crate crates truck trucks wagon cheque cheques sample samples pump valve motor sensor loan
    paket pakete antrag akte dossier scheck ladung lkw pumpe ventil pakk paki makse proov andur art teil teile detail detaili drawing joonis joonise file files release kb cost costs centre center profit department inc req ritm chg fall fälle los werk seite menge jahr woche preis betrag raum leistung
    tk tuba toa viga vea rida read lend leht lehekülg hind summa aasta nädal ladu lao`),
  code: list('id ids code codes kood koodi koodiga kennung'),
  own: list(`my his her our their private personal direct emergency home work minu mu tema ta isiklik meine meiner mein seine
    seiner ihre ihrer private privat`),
  none: list(`number numbers numb nummer nr no num numero numéro nro is on at the a to of on under unter der die das ist lautet auf
    von für me us him numbri numbriga all als ja and or und oder või to`),
};

const exact = new Map<string, WordClass>(
  Object.entries(whole).flatMap(([name, words]) => words.map((word) => [word, name as WordClass] as const)),
);

const stemPattern = new RegExp(
  Object.entries(stems)
    .map(([name, each]) => `(?<${name}>${each.join('|')})`)
    .join('|'),
  'g',
);

/** Numbers of anything: those of people are found before. */
const numbered = /^(?!(?:privat|notfall|notruf|dienst|maksu))\p{L}{3,}(?:nummer|number|numbri?|brief|schein)$/u;

function findClass(word: string): WordClass | undefined {
  const found = exact.get(word);
  if (found) return found;
  const groups = [...word.matchAll(stemPattern)].at(-1)?.groups ?? {};
  const name = Object.keys(groups).find((each) => groups[each] !== undefined) as WordClass | undefined;
  return name ?? (numbered.test(word) ? 'business' : undefined);
}

/** The words of texts are few, and the same ones stand beside most numbers. */
const known = new Map<string, WordClass | undefined>();
const maxKnown = 5000;
const maxKnownLength = 40;

/** @param word in lower case @returns undefined for any other word */
export function toWordClass(word: string): WordClass | undefined {
  if (word.length > maxKnownLength) return findClass(word.slice(0, maxKnownLength));
  if (known.has(word)) return known.get(word);
  if (known.size >= maxKnown) known.clear();
  const found = findClass(word);
  known.set(word, found);
  return found;
}
