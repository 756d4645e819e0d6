import { functionWords, isRelative, pronouns, reachedAt, relatives } from './function-words.ts';

/**
 * Meaning of a word for a number beside it. `code` may be of a person or of a thing, `own` says whose it is, and `none` says
 * nothing, as "number" alone. A `pass` is a passport or an identity card.
 */
export type WordClass = 'phone' | 'id' | 'pass' | 'card' | 'business' | 'person' | 'code' | 'own' | 'none';

const list = (words: string) => words.trim().split(/\s+/);

/** Found anywhere in a word, because compounds and endings carry them; of several the last one says what the word is. */
const stems: Readonly<Record<'phone' | 'id' | 'pass' | 'card' | 'business' | 'person', readonly string[]>> = {
  phone:
    list(`telefon telephon téléphon teléfon puhelin puhelim telefoon mobiel mobiil mobla helpline infoliin hotlaini kundendienst klienditeenindus kundtjänst asiakaspalvel notdienst bereitschaftsdienst mobil móvil cellul komórk tālrun handy phone
    telefón фон мобил сотов whatsapp viber telegram hotline rufnummer rückruf rueckruf anruf anzuruf angeruf durchwahl erreichbar helista kõne gsm
    kontaktnum kontakttel contactnum kättesaadav tavoitett tavoitat skambin zvani ühendus yhteyt susisiek sazin kontaktier contatta contáct volejte zavolej privatnum llamad mobilnumm notfallnum dzwoń dzwonić llám llamar llame telefax faks faxnum faxnr kontaktis ansprechpart contactperson callcent voicemail answerphone anrufbeantw kõnepost
    joindre joignab contacter contactar localizar contattar raggiungibil reperibil bereikbaar bereiken sazvan sasniedz dodzwoń dodzwon
    vorwahl suunakood helin ühenda privatansch klingel bimmel anrufer telefonier komórki komórce связ дозвон набер kännyk  mobilais mobilus celular telemob handynum mobilnr mobilnum rufnr chiam otsenum hívj hívd telefonsz telemóv позвон звони перезвон numeroni`),
  pass: list('passport reisepass passnum passinum personalausweis ausweisn identitätskart isikutunnist kennkart'),
  id: list(`isikukoo isikutunnu personnummer personnumret personenkenn henkilötun asmens personaskod fødselsn foedselsn
    rijksregister burgerservice steuerid identifikationsn
    maksukood maksunum versicherungsn sozialversicherung rentenversicherung geburtsnum nationalregist personennum bürgernum rahvusnum sotsiaalkindlust sünninum rodné kennitala nationalnum personencode isikunum sünnikood`),
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
    maschine zeichnung meldung prüf zertifik lizenz steuernummer hinweis fehler zimmer umsatz
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
    list(`tel telf telef tlf tfn tln mob mobile cell buzz fax faks dial dials dialed dialled call calls called calling callback reach
    reached reachable sms ruf rufe rufen ruft erreichen erreicht erreichst contact contacts kontakt kontaktnummer kontaktinumber
    extension landline directline directlines phoneline emergencyline landline helpline ring rings ringing switchboard reception festnetz zentrale nås nå wählen wähle gewählt kontaktid kontaktdaten kontaktandmed vali valige valin valigu valida telo kännykkä puh numbril numbrile numbrilt llama llame llamen appelez appelle appeler bel bellen fon volat ringen ligue ligar liga hívni tlm rufnr telnr handynr ring soita soittakaa imessage
    tālr tlm tél kom komórka cel тел моб gsm mobitel portable`),
  id: list(
    `pesel hetu ssn bsn cpr nino pps ppsn dni nie nif nir insz ahv avs egn cnp oib idnr svnr vsnr rvnr sotu amka tckn personaskods personaskodu socialsecurity nationalinsurance birthnumber nationalid
    nationalidentity nationalidentification personalid personalidentity personalidentification personalcode citizenid citizenidentity citizenidentification citizencode nationalcode identitycode identitynumber taxidentity taxcode
    taxid taxidentification`,
  ),
  pass: list(
    'passi passiga pass perso ausweis idcard idkaart idkaardi idkarte identitycard identificationcard traveldocument',
  ),
  card: list('card cards visa amex maestro kaart karte credit debit cc diners discover maestro barclaycard girocard'),
  person: list('user users staff worker member patient'),
  business:
    list(`po pr wo wbs dpd dhl gls tnt fedex usps ups omniva venipak kaup sku ean gtin upc isbn issn sscc vin hs awb hawb mawb cmr mrn sn pn rma asn grn ncr capa imei imsi iccid mac case cases task tasks change changes calloff dialin request
    requests note notes item items part parts lot lots test tests line lines size sizes weight room floor error errors page pages build builds bill bills ref gl plant shelf zip postcode port meter position pos seat flight
    unit units kg pcs total sum amount price year week hours minutes bytes row rows record records customs tariff vat log job
    counter cable claim claims quote quotes crate crates truck trucks wagon cheque cheques sample samples pump valve motor sensor loan
    paket pakete antrag akte dossier scheck ladung lkw pumpe ventil pakk paki makse proov andur art teil teile detail detaili drawing joonis joonise file files release kb cost costs centre center profit department inc req ritm chg fall fälle los werk seite menge jahr woche preis betrag raum leistung
    tk tuba toa viga vea rida read lend leht lehekülg hind summa aasta nädal ladu lao`),
  code: list('id ids code codes kood koodi koodiga kennung'),
  own: list(`my your his her its our their own private personal direct emergency home work
    minu mu sinu su tema ta meie teie nende oma enda isiklik isikliku töö
    mein meine meiner meines meinem meinen dein deine deiner deines deinem deinen sein seine seiner seines seinem seinen
    ihre ihrer ihres ihrem ihren unser unsere unserer unseres unserem unseren euer eure eurer private privater privaten privat
    mans mana manu mano mój moja moje mojego мой моя мое mi mio mia mijn mon mitt min moji můj má mé meu minha nosso seu`),
  none: list(`number numbers numb nummer nr no num numero numéro nro is on at the a to of on under unter der die das des dem den ist lautet auf
    von für numbri numbriga all als ja s and or und oder või to zu in an per via kodune kodused new neue neuer neues neuen old alte alter alten uus uue uut uusi vana vanal praegune praegu aktuelle other second zweite teine ny nya jauns jaunais naujas nowy nueva nuevo nuovo nouveau nieuwe новый current
    actual direct po pa op på pod по au aux al el il le la les las los de
    het een ir yra är est es jest è ist och et y e i и lub vai numer numeru numeris numeriu numurs numuru номер номеру número numér er az para um uma ao do da szám száma számon számom číslo čísla nummeret nummeren je jsou`),
};

/** Verbs of what people do by a phone, and not by it alone: evidence before a person. */
export const writing: ReadonlySet<string> = new Set(
  list(`text texts texting message messages messaging msg ping dm write buzz schreib schreibe schreiben schreibt meld melde melden
    kirjuta kirjutage kirjutada skriv kirjoita napisz pisz raksti rakstiet rašyk rašykite напиши напишите пиши écris écrivez
    escribe escríbame escríbeme scrivi scrivimi schrijf app`),
);

/** Places with a phone: evidence directly before a number of a numbering plan. */
export const phonePlaces: ReadonlySet<string> = new Set(
  list(`home work office büro buero kontor kontoris kontorisse kodus koju kodu tööl desk helpdesk servicedesk support toimisto työ kontoret hemma birojs birojā mājās
    biuras namai biuro dom praca офис дом oficina casa trabajo ufficio lavoro bureau domicile travail kantoor thuis werk zuhause
    daheim arbeit dienstlich geschäftlich zentrale sekretariat empfang rezeption pforte notruf hausmeister vastuvõtt registratuur valvelaud
    infolaud hädaabi hädaolukorras hädaolukorra hädakorral notfall notfälle valve switchboard reception messagefrom textfrom frontdesk concierge emergency emergencies receptionen receptionisten vastaanotto
    recepcija reģistratūra recepcja recepción recepção ricezione accueil réception receptie dispatcher dispatch dispetšer`),
);

/** Whether a word is none that may name a thing: the lists of such words are whole, those of nouns never are. */
export function isFunctionWord(word: string): boolean {
  if (functionWords.has(word) || pronouns.has(word) || reachedAt.has(word)) return true;
  const name = toWordClass(word);
  return name === 'none' || name === 'own' || contracted.test(word);
}

/** "It's", "here's" */
const contracted = /^(?:i|it|he|she|that|there|here|what|you|we|they|who)['’](?:s|m|re|ll|ve|d)$/;

const exact = new Map<string, WordClass>(
  [...Object.entries(whole), ['own', relatives] as const].flatMap(([name, words]) =>
    words.map((word) => [word, name as WordClass] as const),
  ),
);

const stemPattern = new RegExp(
  Object.entries(stems)
    .map(([name, each]) => `(?<${name}>${each.join('|')})`)
    .join('|'),
  'g',
);

/** Numbers of anything: those of people are found before. */
const numbered = /^(?!(?:privat|notfall|notruf|dienst|maksu))\p{L}{3,}(?:nummer|number|numbri?|brief|schein)$/u;

const phoneNouns = /^(?:telef[oó]n|telephon|mobil|handy|telefax|sms|whatsapp)$/;
/** How words for phones end, by inflection and in compounds; other compounds are things, as "Mobilkran" and "Telefonkosten". */
const phoneEnd =
  /^(?:\p{L}{0,3}|usis|ajam|i?eren|isch\p{L}*|at(?:es?|en?)?|[ei]?n(?:um|r)\p{L}*|.*(?:ansch|verbind|kontakt|dienst|zentral|konf)\p{L}*)$/u;

/** Whether a compound that begins with a phone is the name of something else. */
const isThingOfPhones = (stem: string, end: string) => phoneNouns.test(stem) && !phoneEnd.test(end);

function findClass(word: string): WordClass | undefined {
  const found = exact.get(word);
  if (found) return found;
  const last = [...word.matchAll(stemPattern)].at(-1);
  const groups = last?.groups ?? {};
  const name = Object.keys(groups).find((each) => groups[each] !== undefined) as WordClass | undefined;
  if (name === 'phone' && last && isThingOfPhones(last[0], word.slice(last.index + last[0].length))) return undefined;
  if (name) return name;
  if (isRelative(word)) return 'own';
  return numbered.test(word) ? 'business' : undefined;
}

/** The words of texts are few, and the same ones stand beside most numbers. */
const known = new Map<string, WordClass | undefined>();
const maxKnown = 5000;
const maxKnownLength = 40;

/** @param word in lower case @returns undefined for any other word */
export function toWordClass(word: string): WordClass | undefined {
  if (word.length > maxKnownLength) return findClass(word.slice(0, maxKnownLength));
  if (/^\d/.test(word)) return undefined;
  if (known.has(word)) return known.get(word);
  if (known.size >= maxKnown) known.clear();
  const found = findClass(word);
  known.set(word, found);
  return found;
}

/** Among the words that say nothing of a number, the ones that mean one. */
export const isNumberWord = (word: string) => /^(?:n|н|čís|szám)/.test(word);
