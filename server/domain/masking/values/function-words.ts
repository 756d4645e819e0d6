const list = (words: string): string[] => words.trim().split(/\s+/);

/** Words for a person who is to be called or written to; none of them says what a number is. */
export const pronouns: ReadonlySet<string> = new Set(
  list(`me you us him her them mich dich uns euch mir dir ihn ihm sie ihnen sich mind sind meid teid teda neid mulle sulle meile teile
    talle neile minule sinule minuga sinuga meiega mig dig oss
    honom henne dem mnie nam nas mnę mums mani manis mane man mus мне нам меня нас ему ей moi nous lui ci mij ons hem haar minut
    minulle meille hänet hänelle`),
);

/** Words between a person and the number by which they are reached. */
export const reachedAt: ReadonlySet<string> = new Set(
  list('at on under via unter auf an über per numbril telefonil på au al op pod по numerosta numeroon'),
);

/** Other words of closed classes, of greeting, and verbs for what people do with a number: they name nothing that has one. */
export const functionWords: ReadonlySet<string> = new Set([
  ...list(`i you he she it we they who whom whose which what where when why how this that these those some any each every all both
    either neither other another such one someone anyone everyone
    a an the about above across after against along among around as before behind below beside between beyond by despite down during
    except for from in inside into like near of off onto out outside over past since than through till to toward until up upon with
    within without and or but nor so yet if while because although unless whether then now today tomorrow yesterday tonight again
    also only just here there not too very still already soon later always never ever maybe perhaps instead wrong correct right please thanks thank hi
    hello hey dear ok okay yes no be am is are was were been being have has had having do does did doing done will would shall should
    can could may might must let use using used try tried get got take took save keep give gave gives left dank monday tuesday
    wednesday thursday friday saturday sunday`),
  ...list(`ich du er wir ihr es man wer was wo wie wann warum dieser diese dieses diesem diesen jener jene jeder jede alle beide ein eine
    einen einem einer eines kein keine keinen ab aus außer bei beim bis durch für gegen gegenüber hinter im ins in mit nach neben ohne
    seit statt trotz um unterm von vom vor während wegen zu zum zur zwischen und oder aber denn sondern weil dass wenn als ob obwohl
    damit dann jetzt heute morgen gestern abends nachts auch nur noch schon wieder hier da dort immer nie nicht gern gerne bitte danke
    hallo leider falsch falsche richtig korrekt direkt sofort ja nein bin bist ist sind seid war waren hab habe hast hat habt hatte haben werde wird werden wurde
    worden kann könnte können konnte soll sollen muss müssen möchte darf dürfen lass lassen nimm nehmen nutze nutzen benutze verwende
    versuch versuche versuchen probier probiere gib geben gab gibt hinterließ hinterlassen notier notiere notieren speicher speichere
    speichern montag dienstag mittwoch donnerstag freitag samstag sonntag`),
  ...list(`ma sa ta te nad mina sina see need too nood mis kes kus kuidas millal miks mõni iga kõik mõlemad ja või aga ning kui et sest kuigi
    siis nüüd täna homme eile õhtul hommikul ka veel juba jälle siin seal ei ära jah vale õige õiged palun aitäh tere tervist koos ainult vaid ilma
    pealt peal all alla juures juurde kohta eest järel pärast enne kuni alates läbi üle ümber vastu on oli olid olen oled oleme olete
    pole olgu saab sai saan saad sain saime saada võib võin võid peab pean kasuta kasutage kasutan proovi proovige võta võtke salvesta
    lisa anna andke andis jättis jäta jätsin esmaspäeval teisipäeval kolmapäeval neljapäeval reedel`),
  ...list(`kiitos hei tack hej lūdzu paldies prašau ačiū proszę dzięki пожалуйста спасибо s'il merci bonjour por favor gracias hola grazie
    ciao graag`),
]);

/** Whose number it may be; not the name of a thing. */
export const relatives: readonly string[] =
  list(`husband wife mother father mum mom dad son daughter sister brother aunt uncle cousin grandma grandpa granny parent parents
  girlfriend boyfriend roommate flatmate fiancé fiancée boss colleague manager deputy friend neighbour neighbor doctor dentist surgeon nurse carer
  driver courier landlord landlady tenant plumber electrician carpenter mechanic technician engineer caretaker janitor porter guard teacher tutor
  lawyer solicitor attorney notary broker consultant adviser advisor supervisor foreman assistant secretary receptionist babysitter nanny
  applicant candidate visitor passenger resident caller interpreter translator accountant recruiter trainee intern apprentice cleaner gardener
  mann frau mutter vater sohn tochter schwester bruder tante onkel oma opa mama papa eltern chef chefin kollege kollegin kollegen
  freund freundin arzt ärztin gast herr herrn hr fr nachbar nachbarin kurier meister notar notarin anwalt anwältin bewerber bewerberin
  abikaasa naise naine mehe mees ema isa poja poeg tütre tütar õe õde venna vend onu tädi vanaema vanaisa lapsevanem ülemuse ülemus kolleegi
  kolleeg sõbra sõber naabri naaber arsti arst meistri juhi juht esimees esimehe valvur valvuri kuller kulleri omanik omaniku üürnik üürniku külaline
  kandidaat kandidaadi sekretär sekretäri advokaat advokaadi jurist juristi notari elektrik elektriku tehnik tehniku giid tõlk tõlgi haldur
  halduri assistent assistendi asendaja asendaja praktikant praktikandi nõustaja müüja õpetaja kasvataja hooldaja koristaja majahoidja üürileandja
  juhataja raamatupidaja treener mr mrs ms mx dr proua pr hr härra preili`);

/** Compounds of what people do, as compounds of German and Estonian end. */
const roleEnd =
  /\p{L}{2}(?:meister|(?<!k)leiter|techniker|monteur|fahrer|mieter|makler|anwalt|berater|betreuer|pfleger|lehrer|elektriker|klempner|schlosser|installateur|assistent|sekretär|vertreter|verwalter|dolmetscher|handwerker|gärtner|trainer|besucher|schwester|mutter|vater)(?:in)?$|\p{L}{2}(?:arzt|ärztin|vertretung|wart|mees|mehe|juht|juhi|juhataja|arst|arsti|omanik|omaniku|vanem|vanema|hoidja|pidaja)$/u;

const ofPeople: ReadonlySet<string> = new Set(relatives);

/** Endings of Estonian: "naabrilt", "kullerile" */
const caseEnd = /(?:le?|lt|ga|st|sse|ks|d|te|tele|tel|telt|tega)$/u;

export const isRelative = (word: string): boolean =>
  ofPeople.has(word) || roleEnd.test(word) || (caseEnd.test(word) && ofPeople.has(word.replace(caseEnd, '')));
