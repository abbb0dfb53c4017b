/**
 * The meaning of a word in a cost: `free` is a price of 0, `entry` names the paid item, `note` is a remark on a price,
 * `between` joins two prices.
 */
type WordMeaning = 'free' | 'entry' | 'note' | 'between';

const FREE = 'free gratis kostenlos kostenfrei frei gratuit gratuite gratuito gratuita libre libero libera';
/** All are ASCII, in lower case. */
export const FREE_WORDS: readonly string[] = FREE.split(' ');
const ENTRY =
  'entry entrance admission ticket tickets price eintritt preis entrada entrée ingresso toegang prix precio prezzo';
const BETWEEN = 'to until till or and bis oder und a à y e et ou tot til';
/**
 * Remarks on a price: the visitors it applies to, where to pay, that it is the lowest. Excludes words that change the
 * amount or give a quantity (`off`, `plus`, `deposit`, `2 for 1`).
 */
const NOTES =
  'adult adults child children kid kids youth student students senior seniors member members family families ' +
  'concession concessions concessionary reduced regular full standard general early bird normal ' +
  'fee door at the on in advance presale box office per person people each pp p.p from starting for ' +
  'erm ermäßigt ermässigt ermäßigung erw erwachsene kind kinder jugendliche schüler studenten studierende ' +
  'senioren mitglied mitglieder nichtmitglieder familie familien vvk ak vorverkauf abendkasse tageskasse ' +
  'regulär voll vollpreis ab pro je für ' +
  'adulte adultes enfant enfants étudiant étudiants réduit plein tarif dès partir de par personne ' +
  'adulto adultos niños estudiantes reducida desde por persona adulti bambini studenti intero ridotto da ' +
  'volwassenen kinderen korting vanaf';

const entriesFor = (words: string, meaning: WordMeaning): [string, WordMeaning][] =>
  words.split(' ').map((word) => [word, meaning]);

const MEANINGS: ReadonlyMap<string, WordMeaning> = new Map([
  ...entriesFor(NOTES, 'note'),
  ...entriesFor(ENTRY, 'entry'),
  ...entriesFor(FREE, 'free'),
  ...entriesFor(BETWEEN, 'between'),
]);

/** The meaning of a word in any case, with or without a final point (rules#cost); undefined for unknown words. */
export const costWordMeaning = (word: string): WordMeaning | undefined =>
  MEANINGS.get(word.toLowerCase().replace(/\.$/, ''));
