/** Texts that examples and templates have where a secret has to be set; `_` stands for any sign between, or none. */
const placeholders = [
  'change_(?:me|this|it|please)',
  'please_change',
  'replace_(?:me|this|it|with)',
  'place_holder',
  'change_in_production',
  'not_(?:a_|so_)?secure',
  '(?:your|super|insert|enter|generate|some|my|the|a)_(?:own_|very_|long_|random_|strong_|secure_)*(?:jwt_|app_|auth_|session_)?(?:secret|password|passphrase)_',
  '(?:your|insert|enter|generate|paste)_[\\w-]*_key',
  'example',
  'password',
  'default',
  'qwerty',
  'letmein',
  'lorem_?ipsum',
  'x{8}',
];
const pattern = new RegExp(placeholders.join('|').replaceAll('_', String.raw`[\W_]*`), 'i');

/** Whether letters follow each other as on a ruler: `0123456789abcdef`, `zyxwvu`. */
function isSequence(text: string): boolean {
  const codes = Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, at) => code - (codes[at] ?? 0));
  return steps.filter((step) => Math.abs(step) <= 1).length * 4 >= steps.length * 3;
}

/** Whether the text is a shorter one that repeats itself, the last time perhaps cut. */
function isRepeated(text: string): boolean {
  const most = Math.floor(text.length / 2);
  return Array.from({ length: most }, (_, at) => at + 1).some((size) => text.startsWith(text.slice(size)));
}

/** Whether a secret is none: the placeholder of a template, a sequence, or a short text that repeats itself. */
export function isGuessable(secret: string): boolean {
  const text = secret.trim();
  return pattern.test(text) || isSequence(text) || isRepeated(text);
}
