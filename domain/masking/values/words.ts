/** English, German, Estonian, written alike in several of them, or of the languages of their neighbours. */
type Language = 'all' | 'en' | 'de' | 'et' | 'more';

/**
 * All words that say something of a number beside them, by what they say: a new word goes into the row of its language. In lower case;
 * a star stands for any letters, as in compounds and inflected forms (`hange*`, `*auftrag*`), and `+` joins two words that are read as
 * one. A word may be in several classes; of the first six a whole word counts before those with stars, of which the last one in a
 * word says what the word is, as in compounds.
 */
export const words = {
  /** It is that of a phone. */
  phone: {
    all: `*telefon* *mobil* *gsm* *whatsapp* *viber* *telegram* *telefax* fax* *kontakttel* tel telf telef tlf tfn tln mob cel
      gsm sms fax kontakt`,
    en: `*telephon* *phone* *phoning* text+message text+messages send+message toll+free caller+display caller+id claims+line
      support+line crisis+line info+line advice+line rang *helpline* *hotline* *cellul* *contactnum* *contactperson* *callcent*
      call+center call+centre *voicemail* *answerphone* mobile cell buzz dial dials dialed dialled call calls called calling
      callback reach reached reachable contact contacts extension land+line land+lines direct+line direct+lines emergency+line
      emergency+lines ring rings ringing switchboard reception imessage`,
    de: `*handy* *kundendienst* *notdienst* *bereitschaftsdienst* *rufnummer* *rufumleit* *rufweiterleit* *rückruf* *rueckruf* *anruf* *anzuruf* *angeruf*
      *durchwahl* *erreichbar* *kontaktnum* *kontaktier* *privatnum* *notfallnum* *ansprechpart* *vorwahl* *privatansch* *notruf
      *zentralruf *fernsprech* *gebührenfrei* *telefongespräch* *klingel* *bimmel* *rufnr* ruf rief riefst riefen rufe rufen
      ruft erreichen erreicht erreichst kontaktnummer kontaktdaten festnetz zentrale wählen wähle gewählt rufnr telnr handynr`,
    et: `*telefoon* *mobiil* *mobla* *infoliin* *hotlaini* *klienditeenindus* *helista* *kõne* *kättesaadav* *ühendus* *faks*
      *kontaktis* *suunakood* *helin* *ühenda* *otsenum* *telefonivestlu* *automaatvastaja* saada+sõnum saatke+sõnum saata+sõnum
      kõneposti+teade sõnumiga faks kontaktinumber kontaktid kontaktandmed vali valige valin valigu valida telo numbril numbrile
      numbrilt`,
    more: `*téléphon* *teléfon* *telefón* *puhelin* *puhelim* *mobiel* *kundtjänst* *asiakaspalvel* *móvil* *komórk* *komórce*
      *tālrun* *фон* *мобил* *сотов* *tavoitett* *tavoitat* *skambin* *zvani* *yhteyt* *susisiek* *sazin* *sazvan* *sasniedz*
      *contatta* *contáct* *volejte* *zavolej* *llamad* *llám* *llamar* *llame* *dzwoń* *dodzwon* *dzwoni* *joindre* *joignab*
      *contacter* *contactar* *localizar* *contattar* *raggiungibil* *reperibil* *bereikbaar* *bereiken* *связ* *дозвон* *набер*
      *позвон* *звони* *перезвон* *kännyk* *celular* *telemob* *telemóv* *chiam* *hívj* *hívd* *numeroni* nås nå kännykkä puh
      llama llame llamen appelez appelle appeler bel bellen fon volat ringen ligue ligar liga hívni tlm soita soittakaa tālr tél
      kom komórka тел моб mobitel portable`,
  },
  /** It is that of a passport or an identity card. */
  pass: {
    all: '*passport*',
    en: `id+card identity+card identification+card id+document identity+document passport+document travel+document
      residence+permit`,
    de: `*reisepass* *passnum* *passnr* *personalausweis* *ausweisn* *ausweisdok* *identitätskart* *kennkart* *aufenthaltstitel* pass
      perso ausweis id+karte`,
    et: `*passinum* *isikutunnist* tõendav+dokument tõendava+dokumendi *elamisloa* *elamisloakaar* passi passiga id+kaart
      id+kaardi`,
  },
  /** It is that by which a state counts a person. */
  id: {
    all: 'hetu ssn bsn cpr nino pps ppsn dni nie nif nir pesel',
    en: `my+social your+social his+social her+social soc+sec id+code social+security national+insurance birth+number national+id
      national+identity national+identification national+code personal+id personal+identity personal+identification
      personal+code citizen+id citizen+number citizen+identity citizen+identification citizen+code tax+id tax+identity tax+identification
      tax+code identity+code identity+number`,
    de: `*personenkenn* *identifikationsn* *versicherungsn* *sozialversicherung* *rentenversicherung* *geburtsnum*
      *nationalregist* *personennum* *bürgernum* *nationalnum* *personencode* *steuerid* *steuerident* steuer+identnummer
      steuer+id ahv svnr vsnr rvnr versnr idnr sv+nummer sv+nr rv+nummer rv+nr`,
    et: `*isikukoo* *isikutunnu* id+kood id+koodi *maksukood* *maksunum* *rahvusnum* *sotsiaalkindlust* *sünninum* *isikunum*
      *sünnikood*`,
    more: `*personnummer* *personnumret* *henkilötun* *asmens* *personaskod* *fødselsn* *foedselsn* *rijksregister*
      *burgerservice* *rodné* *kennitala* personas+kods personas+kodu insz avs egn cnp oib sotu amka tckn`,
  },
  /** It is that of a payment card. */
  card: {
    all: '*mastercard* visa amex maestro cc diners discover barclaycard girocard',
    en: '*creditcard* card cards credit debit',
    de: '*kreditkart* *kartennum* karte',
    et: '*krediitkaar* *pangakaar* *deebetkaar* *kaardi* kaart',
  },
  /** It may be that by which a company counts a person, and is no phone. */
  person: {
    all: '*personal*',
    en: '*employee* *personnel* *customer* *client* *vendor* *supplier* user users staff worker member patient',
    de: '*mitarbeiter* *kunde* *lieferant* *kreditor* *debitor*',
    et: '*töötaja* *kliend* *klient* *tarnija* *hankija*',
  },
  /** It is that of a thing that a company counts. */
  business: {
    all: `*project* *transak* *materi* *version* *reserv* *registr* *inventar* *kabel* *sertifik* po pr wo wbs dpd dhl gls tnt
      fedex usps ups omniva venipak sku ean gtin upc isbn issn sscc vin hs awb hawb mawb cmr mrn s+n p+n rma asn grn ncr capa
      imei imsi iccid mac gl kb inc req ritm chg kg port meter sensor motor`,
    en: `*order* *purchas* *invoice* *deliver* *shipment* *shipping* *tracking* *parcel* *consignment* *ticket* *incident*
      *article* *product* *batch* *serial* *device* *account* *posting* *document* *journal* *voucher* *contract* *quotation*
      *tender* *transac* *referen* *booking* *contain* *pallet* *barcode* *warehouse* *storage* *machine* *equipment* *mainten*
      *inspect* *certific* *polic* *licen* *release* *revision* *queue* *quantit* *piece* *budget* *revenue* *session*
      *conversation* *message* *workflow* *asset* *waybill* *remittan* *deviation* *nonconform* *opportunit* *forklift*
      *trailer* case cases task tasks change changes call+off call+sign dial+in request requests note notes item items part parts lot lots
      test tests line lines size sizes weight room floor error errors page pages build builds bill bills ref plant shelf zip
      postcode position pos seat flight unit units pcs total sum amount price year week hours minutes bytes row rows record
      records customs tariff vat log job counter cable claim claims quote quotes crate crates truck trucks wagon cheque cheques
      sample samples pump valve loan drawing file files gift+card loyalty+card club+card membership+card library+card time+card
      sim+card key+card access+card release cost costs centre center profit department`,
    de: `*auftrag* *bestell* *rechnung* *liefersch* *lieferung* *sendung* *störung* *anfrage* *aufgab* *vorgang* *vorfall*
      *chargen* *seriennum* *gerät* *anlage* *kostenst* *konto* *beleg* *buchung* *vertrag* *angebot* *projekt* *nachricht*
      *gespräch* *palette* *lager* *regal* *stück* *größe* *gewicht* *zähler* *maschine* *zeichnung* *meldung* *prüf* *zertifik*
      *lizenz* *steuernummer* *hinweis* *fehler* *zimmer* *umsatz* *fracht* *mahnung* *gutschrift* *retoure* *reklamation*
      *schaden* *aktenz* *überweis* *lastschrift* der+charge die+charge zur+charge zu+charge von+charge für+charge paket pakete
      antrag akte dossier scheck ladung lkw pumpe ventil teil teile detail fall fälle los werk seite menge jahr woche preis
      betrag raum leistung`,
    et: `*tellimu* *ostu* *arve* *tarne* *saadeti* *saadetus* *veoki* *saateleh* *pilet* *pöördum* *intsiden* *taotlu* *muudatu*
      *ülesan* *juhtum* *materjal* *artik* *toode* *toote* *kauba* *partii* *seeria* *seade* *seadm* *vara* *kulukoh*
      *kasumikes* *kanne* *kande* *dokumen* *lepin* *pakkum* hange* hanke* *projek* *laoko* *riiul* *mõõtj* *ruum* *kabinet*
      *järjekor* *veakood* *sõnum* *vestlu* *tehing* *viitenum* *broneer* *konteiner* *kogus* *tükk* *suuru* *kaal* *masin*
      *teade* *poliis* *kahju* *reklamats* *kaebus* *loendur* *kreeditarv* *kinkekaar* *kliendikaar* *liikmekaar* *sõidukaar*
      *uksekaar* *pääsukaar* *tagastus* *lähetus* *avaldus* *versioon* *toimik* *laadung* *haagis* *kohtuas* *litsents* *märkus*
      *tootmis* *hooldus* *käive* kaup pakk paki makse proov andur art detaili joonis joonise tk tuba toa viga vea rida read
      lend leht lehekülg hind summa aasta nädal ladu lao`,
  },
  /** It may be that of a person or of a thing. */
  code: { all: 'id ids code codes', de: 'kennung', et: 'kood koodi koodiga' },
  /** Whose it is. */
  own: {
    en: 'my your his her its our their own private personal direct emergency home work',
    de: `mein meine meiner meines meinem meinen dein deine deiner deines deinem deinen sein seine seiner seines seinem seinen
      ihre ihrer ihres ihrem ihren unser unsere unserer unseres unserem unseren euer eure eurer privater privaten privat`,
    et: 'minu mu sinu su tema ta meie teie nende oma enda isiklik isikliku töö',
    more: 'mans mana manu mano mój moja moje mojego мой моя мое mi mio mia mijn mon mitt min moji můj má mé meu minha nosso seu',
  },
  /** Number, of anything. */
  number: {
    en: 'number numbers numb no num',
    de: 'nummer nr',
    et: 'numbri numbriga',
    more: `numero numéro nro numer numeru numeris numeriu numurs numuru номер номеру número numér szám száma számon számom číslo
      čísla nummeret nummeren`,
  },
  /** They stand between a number and what it is, and say nothing. */
  filler: {
    all: 'on',
    en: 'is at the a to of under and or in an per via new old other second actual current direct all',
    de: `unter alt neu der die das des dem den ist lautet auf von für s und oder zu neue neuer neues neuen alte alter alten
      zweite aktuelle`,
    et: 'ja või kodune kodused uus uue uut uusi vana vanal praegune praegu teine',
    more: `als ny nya jauns jaunais naujas nowy nueva nuevo nuovo nouveau nieuwe новый pa op på pod по au aux al el il le la les
      las los de het een ir yra är est es jest è ist och et y e i и lub vai er az para um uma ao do da je jsou`,
  },
  /** A person who is to be called or written to. */
  pronoun: {
    en: 'me you us him her them',
    de: 'mich dich uns euch mir dir ihn ihm sie ihnen sich',
    et: 'mind sind meid teid teda neid mulle sulle meile teile talle neile minule sinule minuga sinuga meiega',
    more: `mig dig oss honom henne dem mnie nam nas mnę mums mani manis mane man mus мне нам меня нас ему ей moi nous lui ci mij
      ons hem haar minut minulle meille hänet hänelle`,
  },
  /** Between a person and the number by which they are reached. */
  reached: {
    en: 'at on under via',
    de: 'unter auf an über per',
    et: 'numbril telefonil',
    more: 'på au al op pod по numerosta numeroon',
  },
  /** Verbs for what people do by a phone, and not by it alone: evidence before a person. */
  writing: {
    en: 'text texts texting message messages messaging msg ping dm write buzz app',
    de: 'schreib schreibe schreiben schreibt meld melde melden',
    et: 'kirjuta kirjutage kirjutada',
    more: `skriv kirjoita napisz pisz raksti rakstiet rašyk rašykite напиши напишите пиши écris écrivez escribe escríbame
      escríbeme scrivi scrivimi schrijf`,
  },
  /** Places with a phone: evidence directly before a number of a numbering plan. */
  place: {
    en: `home work office desk helpdesk servicedesk support switchboard reception message+from text+from sms+from ping+from
      frontdesk concierge emergency emergencies dispatch`,
    de: `büro buero zuhause daheim arbeit dienstlich geschäftlich zentrale sekretariat empfang rezeption pforte notruf
      hausmeister notfall notfälle dispatcher`,
    et: `kontor kontoris kontorisse kodus koju kodu tööl vastuvõtt registratuur valvelaud infolaud hädaabi hädaolukorras
      hädaolukorra hädakorral valve dispetšer`,
    more: `toimisto työ kontoret hemma birojs birojā mājās biuras namai biuro dom praca офис дом oficina casa trabajo ufficio
      lavoro bureau domicile travail kantoor thuis werk receptionen receptionisten vastaanotto recepcija reģistratūra recepcja
      recepción recepção ricezione accueil réception receptie`,
  },
  /** Phones that are the first word of the name of a thing, as in "SMS quota". */
  ofThings: {
    all: 'sms whatsapp viber telegram fax gsm mobil kontakt',
    en: `signal cell mobile phone telephone telefone dial ring contact voicemail extension switchboard reception hotline helpline
      landline phones`,
    de: 'telefon handy',
    et: 'faks telefoni mobiili kontakti whatsappi viberi telegrami',
  },
  /** Whose number it may be; not the name of a thing. With a star in front, as compounds end. */
  relative: {
    en: `husband wife mother father mum mom dad son daughter sister brother aunt uncle cousin grandma grandpa granny parent
      parents girlfriend boyfriend roommate flatmate fiancé fiancée boss partner spouse colleague manager deputy friend
      neighbour neighbor doctor dentist surgeon nurse carer driver courier landlord landlady tenant plumber electrician
      carpenter mechanic technician engineer caretaker janitor porter guard teacher tutor lawyer solicitor attorney notary
      broker consultant adviser advisor supervisor foreman assistant secretary receptionist babysitter nanny applicant candidate
      contractor contractors subcontractor freelancer visitor passenger resident caller interpreter translator accountant
      recruiter trainee intern apprentice cleaner gardener mr mrs ms mx dr`,
    de: `mann frau mutter vater sohn tochter schwester bruder tante onkel oma opa mama papa eltern chef chefin kollege kollegin
      kollegen freund freundin arzt ärztin gast herr herrn hr fr nachbar nachbarin kurier meister notar notarin anwalt anwältin
      bewerber bewerberin *meister *leiter *techniker *monteur *fahrer *mieter *makler *anwalt *berater *betreuer *pfleger
      *lehrer *elektriker *klempner *schlosser *installateur *assistent *sekretär *vertreter *verwalter *dolmetscher *handwerker
      *gärtner *trainer *besucher *schwester *mutter *vater *arzt *ärztin *vertretung *wart`,
    et: `abikaasa naise naine mehe mees ema isa poja poeg tütre tütar õe õde venna vend onu tädi vanaema vanaisa lapsevanem
      ülemuse ülemus kolleegi kolleeg sõbra sõber naabri naaber arsti arst meistri juhi juht esimees esimehe valvur valvuri
      kuller kulleri omanik omaniku üürnik üürniku külaline kandidaat kandidaadi sekretär sekretäri advokaat advokaadi jurist
      juristi notari elektrik elektriku tehnik tehniku giid tõlk tõlgi haldur halduri assistent assistendi asendaja praktikant
      praktikandi nõustaja müüja õpetaja kasvataja hooldaja koristaja majahoidja üürileandja juhataja raamatupidaja treener
      proua pr härra preili *mees *mehe *juht *juhi *juhataja *arst *arsti *omanik *omaniku *vanem *vanema *hoidja *pidaja`,
  },
  /** Words of closed classes, of greeting, and verbs for what people do with a number: the names of things have none of them. */
  function: {
    en: `i you he she it we they who whom whose which what where when why how this that these those some any each every all both
      either neither other another such one someone anyone everyone a an the about above across after against along among around
      as before behind below beside between beyond by despite down during except for from in inside into like near of off onto
      out outside over past since than through till to toward until up upon with within without and or but nor so yet if while
      because although unless whether then now today tomorrow yesterday tonight again also only just here there not too very
      still already soon later always never ever maybe perhaps instead wrong correct right please thanks thank hi hello hey dear
      ok okay yes no be am is are was were been being have has had having do does did doing done will would shall should can
      could may might must let use using used try tried get got take took save keep give gave gives left ahead back away changed
      became came comes monday tuesday wednesday thursday friday saturday sunday`,
    de: `ich du er wir ihr es man wer was wo wie wann warum dieser diese dieses diesem diesen jener jene jeder jede alle beide
      ein eine einen einem einer eines kein keine keinen ab aus außer bei beim bis durch für gegen gegenüber hinter im ins in
      mit nach neben ohne seit statt trotz um unterm von vom vor während wegen zu zum zur zwischen und oder aber denn sondern
      weil dass wenn als ob obwohl damit dann jetzt heute morgen gestern abends nachts auch nur noch schon wieder hier da dort
      immer nie nicht gern gerne bitte dank danke hallo leider falsch falsche richtig korrekt direkt sofort ja nein bin bist ist
      sind seid war waren hab habe hast hat habt hatte haben werde wird werden wurde worden kann könnte können konnte soll
      sollen muss müssen möchte darf dürfen lass lassen nimm nehmen nutze nutzen benutze verwende versuch versuche versuchen
      probier probiere gib geben gab gibt hinterließ hinterlassen notier notiere notieren speicher speichere speichern zurück
      vorab vorher kurz mal kam kommt montag dienstag mittwoch donnerstag freitag samstag sonntag`,
    et: `ma sa ta te nad mina sina see need too nood mis kes kus kuidas millal miks mõni iga kõik mõlemad ja või aga ning kui et
      sest kuigi siis nüüd täna homme eile õhtul hommikul ka veel juba jälle siin seal ei ära jah vale õige õiged palun aitäh
      tere tervist koos ainult vaid ilma pealt peal all alla juures juurde kohta eest järel pärast enne kuni alates läbi üle
      ümber vastu on oli olid olen oled oleme olete pole olgu saab sai saan saad sain saime saada võib võin võid peab pean
      kasuta kasutage kasutan proovi proovige võta võtke salvesta lisa tagasi ette tuli tuleb teel anna andke andis jättis jäta
      jätsin esmaspäeval teisipäeval kolmapäeval neljapäeval reedel`,
    more: `kiitos hei tack hej lūdzu paldies prašau ačiū proszę dzięki пожалуйста спасибо s'il merci bonjour por favor gracias
      hola grazie ciao graag`,
  },
  /** Before what a call or a message is about, which is a thing. */
  topic: { en: 'about regarding concerning re', de: 'wegen bezüglich betreffs betreffend' },
  /** Makes a quantity of the number before it. */
  unit: {
    all: '€ $ £ % ° eur euro usd gbp sek nok dkk pln chf kg g t mm cm m m2 m3 km l ml kwh mwh kb mb gb ms s h',
    en: 'euros pcs pc pieces units items rows times hours hrs days metres meters tonnes',
    de: 'stk st stück tage stunden einheiten',
    et: 'eurot eurost tk päeva tundi ühikut tükki',
  },
  /** Read as one, so that the second of them says nothing by itself. */
  joined: {
    en: `help+line help+lines hot+line hot+lines phone+line phone+lines contact+person this+week this+month this+year next+week
      next+month next+year last+week last+month last+year on+file on+record on+call`,
  },
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<Language, string>>>>>;
