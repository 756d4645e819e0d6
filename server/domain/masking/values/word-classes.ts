/**
 * Meaning of a word for a number beside it. `code` may be of a person or of a thing, `own` says whose it is, and `none` says
 * nothing, as "number" alone.
 */
export type WordClass = 'phone' | 'id' | 'card' | 'business' | 'person' | 'code' | 'own' | 'none';

const list = (words: string) => words.trim().split(/\s+/);

/** Found anywhere in a word, because compounds and endings carry them; of several the last one says what the word is. */
const stems: Readonly<Record<'phone' | 'id' | 'card' | 'business' | 'person', readonly string[]>> = {
  phone:
    list(`telefon telephon téléphon teléfon puhelin puhelim telefoon mobiel mobiil mobla helpline infoliin hotlaini kundendienst klienditeenindus kundtjänst asiakaspalvel notdienst bereitschaftsdienst mobil móvil cellul komórk tālrun handy phone
    telefón фон мобил сотов whatsapp viber telegram hotline rufnummer rückruf rueckruf anruf anzuruf angeruf durchwahl erreichbar helista kõne gsm
    kontaktnum kontakttel contactnum kättesaadav tavoitett tavoitat skambin zvani ühendus yhteyt susisiek sazin kontaktier contatta contáct volejte zavolej privatnum llamad mobilnumm notfallnum dzwoń dzwonić llám llamar llame telefax faks faxnum faxnr kontaktis ansprechpart contactperson callcent voicemail answerphone anrufbeantw kõnepost
    joindre joignab contacter contactar localizar contattar raggiungibil reperibil bereikbaar bereiken sazvan sasniedz dodzwoń dodzwon
    komórki komórce связ дозвон набер kännyk  mobilais mobilus celular telemob handynum mobilnr mobilnum rufnr chiam otsenum hívj hívd telefonsz telemóv позвон звони перезвон numeroni`),
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
    maschine zeichnung meldung prüf zertifik lizenz steuernummer hinweis fehler zimmer umsatz
    tellimu ostu arve tarne saadeti saadetus veoki saateleh pilet pöördum intsiden taotlu muudatu ülesan juhtum materjal artik
    toode toote kauba partii seeria seade seadm vara inventari kulukoh kasumikes kanne kande dokumen lepin pakkum ^hange ^hanke
    projek laoko riiul mõõtj ruum kabinet järjekor veakood sõnum vestlu tehing viitenum broneer konteiner kogus tükk suuru kaal arvesti masin
    teade fracht waybill kabel sertifik poliis kahju remittan deviation nonconform opportunit forklift trailer
    mahnung gutschrift retoure reklamation schadensf aktenz überweis lastschrift sendungs
    reklamats kaebus loendur kreeditarv tagastus lähetus avaldus toimik laadung haagis kohtuas litsents versioon märkus registrik tootmis hooldus käive`),
};

/** Whose number it may be; not the name of a thing. */
const relatives =
  list(`husband wife mother father son daughter sister brother boss colleague manager friend neighbour neighbor
  doctor driver mann frau mutter vater sohn tochter schwester bruder chef chefin kollege kollegin kollegen freund freundin arzt fahrer
  herr abikaasa naise mehe ema isa poja tütre õe venna ülemuse kolleegi sõbra naabri arsti juhi mr mrs ms proua härra`);

/** Found as whole words. */
const whole: Readonly<Record<WordClass, readonly string[]>> = {
  phone:
    list(`tel telef tlf tfn tln mob mobile cell fax faks dial dials dialed dialled call calls called calling callback reach
    reached reachable sms ruf rufe rufen ruft erreichen erreicht erreichst contact contacts kontakt kontaktnummer kontaktinumber
    extension landline directline directlines phoneline emergencyline landline helpline ring rings ringing switchboard reception festnetz zentrale nås nå wählen wähle gewählt kännykkä puh numbril numbrile numbrilt llama llame llamen appelez appelle appeler bel bellen fon volat ringen ligue ligar liga hívni tlm rufnr telnr handynr ring soita soittakaa imessage
    tālr tlm tél kom komórka cel тел моб gsm mobitel portable`),
  id: list(
    'pesel hetu ssn bsn cpr nino pps ppsn dni nie nif nir insz ahv avs egn cnp oib idnr svnr vsnr sotu amka tckn',
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
    seiner ihre ihrer private privat mans mana manu mano mój moja moje mojego мой моя мое mi mio mia mijn mon mitt min oma moje moji můj má mé meu minha nosso seu`),
  none: list(`number numbers numb nummer nr no num numero numéro nro is on at the a to of on under unter der die das ist lautet auf
    von für numbri numbriga all als ja s and or und oder või to zu in an per via kodune kodused new neue neuer neues neuen uus uue uusi ny nya jauns jaunais naujas nowy nueva nuevo nuovo nouveau nieuwe новый current
    actual direct po pa op på pod по au aux al el il le la les las los de
    het een ir yra är est es jest è ist och et y e i и lub vai numer numeru numeris numeriu numurs numuru номер номеру número numér er az para um uma ao do da szám száma számon számom číslo čísla nummeret nummeren je jsou`),
};

/** Words for a person who is to be called or written to; none of them says what a number is. */
export const pronouns: ReadonlySet<string> = new Set(
  list(`me us him her them mich uns mir ihn ihm sie ihnen mind meid teda neid mulle meile talle neile minule minuga meiega mig oss
    honom henne dem mnie nam nas mnę mums mani manis mane man mus мне нам меня нас ему ей moi nous lui ci mij ons hem haar minut
    minulle meille hänet hänelle`),
);

/** Words between a person and the number by which they are reached. */
export const reachedAt: ReadonlySet<string> = new Set(
  list('at on under via unter auf an über per numbril telefonil på au al op pod по numerosta numeroon'),
);

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
    infolaud hädaabi valve switchboard reception frontdesk concierge emergency emergencies receptionen receptionisten vastaanotto
    recepcija reģistratūra recepcja recepción recepção ricezione accueil réception receptie dispatcher dispatch dispetšer`),
);

/** Other words of closed classes, and of greeting, which name nothing that has a number. */
const functionWords: ReadonlySet<string> = new Set(
  list(`i you he she it we they this that these those please thanks thank hi hello hey with by from for so but if when then now today
    tomorrow again also only just here there not ok okay yes ich du er wir ihr bitte danke hallo mit bei aus nach so aber wenn dann jetzt
    heute morgen wieder auch nur hier da nicht gern ja nein oder ma sa me te nad see palun aitäh tere koos kui siis nüüd täna
    homme jälle ka ainult siin ei jah kiitos hei tack hej lūdzu paldies prašau ačiū proszę dzięki пожалуйста спасибо s'il merci
    bonjour por favor gracias hola grazie ciao graag dank use using have has had having was were be been will would can could should must
    may tried try did does do habe hat haben hatte war werde wird kann könnte soll olen oled oleme saab sai saan pole`),
);

const ofPeople: ReadonlySet<string> = new Set(relatives);

export const isRelative = (word: string): boolean => ofPeople.has(word);

/** Whether a word is none that may name a thing: the lists of such words are whole, those of nouns never are. */
export const isFunctionWord = (word: string): boolean =>
  functionWords.has(word) ||
  pronouns.has(word) ||
  reachedAt.has(word) ||
  exact.get(word) === 'none' ||
  exact.get(word) === 'own';

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
