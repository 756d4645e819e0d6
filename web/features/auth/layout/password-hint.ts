/** The rule of chosen passwords (section 5), shown before one fails it. */
export const passwordHint = '8–40 characters, including upper- and lowercase letters, a number and a symbol.';
