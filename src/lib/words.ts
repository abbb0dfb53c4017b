import { IntlMessageFormat } from 'intl-messageformat';
import de from './words/de.json' with { type: 'json' };
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import fr from './words/fr.json' with { type: 'json' };
import it from './words/it.json' with { type: 'json' };
import nl from './words/nl.json' with { type: 'json' };

export type WordKey = keyof typeof en;
/** The messages of each language, in ICU MessageFormat. English is complete, and names the keys. */
export const CATALOGS = { en, de, es, fr, it, nl } satisfies Record<string, Record<WordKey, string>>;
export type Language = keyof typeof CATALOGS;
export const LANGUAGES = Object.keys(CATALOGS) as readonly Language[];

export type WordValues = Readonly<Record<string, string | number>>;

/** The words of pages, feeds and recurrence texts in one language (rules#language). */
export class Words {
  readonly language: Language;
  /**
   * The locale for dates, numbers and lists between these words: the locale of the site if it has this language,
   * otherwise English.
   */
  readonly locale: string;
  readonly #messages: ReadonlyMap<string, IntlMessageFormat>;

  private constructor(language: Language, locale: string) {
    this.language = language;
    this.locale = locale;
    this.#messages = new Map(
      Object.entries(CATALOGS[language]).map(([key, message]) => [
        key,
        new IntlMessageFormat(message, locale, undefined, { ignoreTag: true }),
      ]),
    );
  }

  static readonly #byLocale = new Map<string, Words>();

  /** The words of a locale; English ones if its language has no catalog. @param locale BCP 47 */
  static of(locale: string): Words {
    const known = Words.#byLocale.get(locale);
    if (known) return known;
    const language = LANGUAGES.find((one) => one === new Intl.Locale(locale).language);
    const words = new Words(language ?? 'en', language ? locale : 'en-GB');
    Words.#byLocale.set(locale, words);
    return words;
  }

  /** @throws Error if the message needs a value that is missing */
  text(key: WordKey, values?: WordValues): string {
    return String(this.#messages.get(key)?.format(values) ?? key);
  }

  /** `one, two and three` */
  list(items: readonly string[], type: Intl.ListFormatType = 'conjunction'): string {
    return new Intl.ListFormat(this.locale, { type }).format(items);
  }
}
