-- The folding of letters of contract/fold-text.ts, which its test compares with this one over all of Unicode. By tables, because
-- `lower` follows the collation of the database, and `unaccent` an extension and its file.
-- oldest program: 0001
create function fold_text(value text) returns text language plpgsql immutable strict parallel safe as $$
declare
  folded text;
begin
  -- Most texts are ASCII.
  if octet_length(value) = char_length(value) then
    return lower(value collate "C");
  end if;
  folded := lower(regexp_replace(normalize(value, nfkd), '['
    '\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7'
    '\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u180e\u1ab0-\u1aff\u1dc0-\u1dff'
    '\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff'
    ']', '', 'g') collate "C");
  if octet_length(folded) = char_length(folded) then
    return folded;
  end if;
  -- Each script by itself: `translate` compares every character with every one of its table.
  -- Cyrillic of today
  if folded ~ '[\u0400-\u042f]' then
    folded := translate(folded,
      'ЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ',
      'ђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюя');
  end if;
  -- Greek
  if folded ~ '[\u0370-\u03ff]' then
    folded := translate(folded,
      'ͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿς',
      'ͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽσ');
  end if;
  -- Older and further Cyrillic, Armenian
  if folded ~ '[\u0460-\u0556]' then
    folded := translate(folded,
      'ѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸ'
      'ԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ',
      'ѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէը'
      'թժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ');
  end if;
  -- Latin
  if folded ~ '[\u0080-\u036f\u1e9e]' then
    folded := translate(folded,
      'ÆÐØÞĐĦŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎẞıłđðøħŧ',
      'ædoþdhlŋœtɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏßilddoht');
    folded := replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  end if;
  return folded;
end
$$;
revoke all on function fold_text from public;
grant execute on function fold_text to steward_app, steward_system;
