import type { ColumnRole } from '#features/imports/contract/import-settings.ts';

/**
 * Names that programs and people give to columns, in English, German, Estonian and languages beside them, the likeliest first:
 * small letters and digits alone.
 */
const usualNames: ReadonlyArray<readonly [role: ColumnRole, names: string]> = [
  [
    'conversation',
    'conversation conversationexternal session chatsession chat thread dialog dialogue interaction ticket case room senderid gespräch unterhaltung konversation sitzung vorgang vestlus vestluse sessioon sessiooni seanss seansi dialoog dialoogi jutuajamine keskustelu samtal discussion conversación sesión conversa conversazione saruna pokalbis беседа диалог сессия чат',
  ],
  [
    'date',
    'timestamp datetime createdat created sentat senttime sent occurredat messagetime messagedate messagecreatedat eventtime eventtimestamp starttime startdatetime startedat requesttime requesttimestamp createdon createddate createdtime date time when ts zeitpunkt zeitstempel datumuhrzeit erstelltam erstellt gesendetam gesendet datum zeit uhrzeit ajahetk ajatempel kuupäevkellaaeg saadetud saatmisaeg loodud loomisaeg aeg kuupäev kellaaeg päivämäärä aikaleima aika tidpunkt tid horodatage heure fecha hora data dataora laiks datums дата время',
  ],
  [
    'speaker',
    'speaker role sendertype authortype fromtype actortype iscreatedbyuser createdbyuser senderrole participantrole messagetype participanttype sender sentby author authorrole from isassistant isbot frombot isfrombot direction actor participant source who type fromuser isuser incoming sprecher rolle absendertyp absender verfasser autor von wer richtung quelle kõneleja rääkija saatja saatjatüüp roll autoriroll kes suund osaleja lähettäjä rooli puhuja roll avsändare rôle auteur expéditeur rol remitente autor ruolo mittente sūtītājs siuntėjas роль отправитель автор',
  ],
  [
    'text',
    'text messagetext messagebody messagecontent content body utterance message msg comment nachricht nachrichtentext nachrichteninhalt inhalt wortlaut äußerung äusserung meldung tekst sõnumitekst sõnum sisu lause teade viesti teksti meddelande texte contenu texto mensaje contenido mensagem testo messaggio teksts ziņa tekstas žinutė текст сообщение',
  ],
  [
    'question',
    'question userquestion query userquery userinput input prompt userprompt request usermessage userutterance userinputtext inputtranscript usertext inputs frage benutzerfrage anfrage eingabe benutzernachricht nutzereingabe küsimus päring sisend kysymys fråga demande pregunta pergunta domanda jautājums klausimas вопрос',
  ],
  [
    'answer',
    'answer botanswer assistantanswer response botresponse assistantresponse agentresponse reply botreply output botmessage bottext assistantmessage completion outputs antwort botantwort ausgabe reaktion vastus väljund vastaus svar réponse respuesta resposta risposta atbilde atsakymas ответ',
  ],
  [
    'message',
    'messageid msgid messageuuid messageexternalid messagekey nachrichtid nachrichtenid nachrichtennummer nachrichtennr sõnumiid sõnumid sõnuminumber teateid viestiid id uuid eventid rowid',
  ],
  [
    'user',
    'userid userexternalid useremail email user customerid customeremail customer employeeid employee contactid visitorid visitor person benutzerid nutzerid benutzer nutzer anwender kundennummer kunde mitarbeiter kasutajaid kasutaja klient klienditunnus töötaja isik epost käyttäjä asiakas användare kund utilisateur client usuario cliente utente lietotājs vartotojas пользователь клиент',
  ],
  [
    'userName',
    'username name customername fullname displayname visitorname benutzername kundenname nutzername vollername kasutajanimi kliendinimi nimi täisnimi nom nombre nome имя',
  ],
  [
    'skill',
    'skill skillname topic topicname intent intentname flow flowname action actionname category subject thema fähigkeit absicht kategorie betreff oskus teema kavatsus kategooria aihe ämne sujet tema tēma тема',
  ],
  [
    'status',
    'status outcome sessionoutcome resolution result state zustand ergebnis ausgang olek tulemus staatus tila статус',
  ],
  ['model', 'model modelname llm modell mudel'],
  ['durationMs', 'durationms latencyms responsetimems latency duration dauerms dauer kestusms kestus'],
  ['time', 'time uhrzeit zeit kellaaeg aeg kell klockslag heure hora время'],
];

export const columnNames: ReadonlyArray<readonly [role: ColumnRole, names: readonly string[]]> = usualNames.map(
  ([role, names]) => [role, names.split(' ')],
);

/** Names of columns that say by its name who has written a message. */
const writers = new Set(
  'speaker sender sentby author from actor participant who sprecher absender verfasser autor von wer kõneleja rääkija saatja kes osaleja lähettäjä puhuja avsändare auteur expéditeur remitente autore mittente sūtītājs siuntėjas отправитель автор'.split(
    ' ',
  ),
);

const withoutLetters = /[^\p{L}\p{N}]/gu;

/** `Conversation Start Time (UTC)` is conversationstarttime, and `Transcripts[Content]` of Power BI content. */
export const toColumnName = (header: string): string =>
  header
    .normalize('NFC')
    .replace(/^[^[]*\[([^\]]+)\]$/, '$1')
    .replaceAll(/\(.*?\)/g, '')
    .replaceAll(withoutLetters, '')
    .toLowerCase();

/** Endings that are cut off the names of ids (`numberEnd`) and of dates (`zoneEnd`). */
const numberEnd = /s?(?:id|uuid|guid|key|nr|nro|number|nummer|no|kood|code|tunnus|kennung|externalid)$/;
const zoneEnd = /(?:utc|gmt|local|lokaalne|lokal)$/;

/** A name as it is written, without its ending, and the last part of one with dots. */
function listVariants(header: string): string[] {
  const last = toColumnName(header.split(/[.:/]|__/).at(-1) ?? '');
  return [toColumnName(header), last].filter((name) => name !== '');
}

/** Whether a header names the writers of messages: `Absender`, `sender_name`, `Author name`. */
export const namesWriter = (header: string): boolean =>
  listVariants(header).some((name) => writers.has(name.replace(/name$|nimi$/, '')));

/** How well a header is one of the names of a role: the place of the name, from 0; undefined where it is none. */
export function rankName(role: ColumnRole, header: string): number | undefined {
  const names = columnNames.find(([each]) => each === role)?.[1] ?? [];
  for (const variant of listVariants(header)) {
    const stripped = role === 'conversation' ? variant.replace(numberEnd, '') : variant.replace(zoneEnd, '');
    const exact = names.indexOf(variant);
    const place = exact === -1 ? names.indexOf(stripped) : exact;
    if (place !== -1) return place;
  }
  return undefined;
}

/** Words within the names of columns of questions and of answers, where they have no usual name. */
const wordsWithin: Partial<Record<ColumnRole, RegExp>> = {
  question: /küsimus|frage|question|query|input|eingabe|prompt|päring/,
  answer: /vastus|antwort|answer|response|reply|réponse|respuesta|svar/,
};
const isMeasure = /time|zeit|aeg|date|ms$|id$|count|score|type/;

export const hasWordOf = (role: 'question' | 'answer', header: string): boolean => {
  const name = toColumnName(header);
  return (wordsWithin[role]?.test(name) ?? false) && !isMeasure.test(name);
};

/** The zone that a head names: `Created (UTC)`, `timestamp_utc`, `Sent (Europe/Tallinn)`. */
export function findZoneName(header: string): string | undefined {
  if (/(?:^|[^a-z])(?:utc|gmt)(?:[^a-z]|$)|[a-z]Utc$/i.test(header.replaceAll('_', ' '))) return 'UTC';
  const named = /\(([A-Z][A-Za-z_]+\/[A-Z][A-Za-z_/]+)\)/.exec(header)?.[1];
  return named !== undefined && isZone(named) ? named : undefined;
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

/** How many roles have a column of a usual name in a row. */
export const countNamed = (row: readonly string[]): number =>
  columnNames.filter(([role]) => row.some((cell) => rankName(role, cell) !== undefined)).length;

/** Words for the assistant in a column that says who speaks. */
export const assistantWords =
  /^(?:assistant|assistent|assistentin|bot|(?:[\p{L}\d .-]{1,40} )?(?:chat-?)?bot|virtual ?(?:agent|assistant)|agent|operator|system|ai|ki|copilot|model|speak|outgoing|outbound|out|sent|ausgehend|gesendet|väljaminev|väljuv|true|t|1|yes|ja|jah|wahr|tõene|robot|roboter|vestlusrobot|juturobot|abiline|masin|tehisaru|botti|avustaja|assistente|asistente|asistents|asistentas|бот|ассистент|bot_message|chatgpt)$/iu;

/** Words for a user, and for `no` in a column such as `is_assistant`. */
export const userWords =
  /^(?:user|human|customer|visitor|client|end-?user|incoming|inbound|in|received|eingehend|empfangen|sissetulev|saabunud|false|f|0|no|nein|ei|falsch|väär|benutzer(?:in)?|nutzer(?:in)?|kunde|kundin|anwender(?:in)?|kasutaja|klient|inimene|käyttäjä|asiakas|användare|kund|utilisateur|client|usuario|cliente|utente|lietotājs|vartotojas|пользователь|клиент)$/iu;

/** Columns that say yes for the user. */
export const isOfUser = (header: string): boolean =>
  /^(?:from|is|createdby|iscreatedby)user$|^incoming$/.test(toColumnName(header));
