import { readRule } from '../../src/lib/recurrence.ts';
import { datesText, ruleText } from '../../src/lib/recurrence-words.ts';
import { LANGUAGES, type Language, Words } from '../../src/lib/words.ts';

/** A Monday. */
const start = { startLocal: '2027-01-04 19:00:00', timezone: 'Europe/Berlin', allDay: false };

const textIn = (locale: string, rule: string): string => ruleText(readRule(rule, start), Words.of(locale));
const inAllLanguages = (textOf: (words: Words) => string): Record<string, string> =>
  Object.fromEntries(
    LANGUAGES.map((language) => [language, textOf(Words.of(language === 'en' ? 'en-GB' : language))]),
  );

const TEXTS: Readonly<Record<string, Record<Language, string>>> = {
  'FREQ=DAILY': {
    en: 'Every day',
    de: 'Jeden Tag',
    es: 'Cada día',
    fr: 'Tous les jours',
    it: 'Ogni giorno',
    nl: 'Elke dag',
  },
  'FREQ=DAILY;INTERVAL=3;COUNT=10': {
    en: 'Every 3 days, 10 times',
    de: 'Alle 3 Tage, 10-mal',
    es: 'Cada 3 días, 10 veces',
    fr: 'Tous les 3 jours, 10 fois',
    it: 'Ogni 3 giorni, 10 volte',
    nl: 'Elke 3 dagen, 10 keer',
  },
  'FREQ=DAILY;BYMONTH=1': {
    en: 'Every day in January',
    de: 'Jeden Tag im Januar',
    es: 'Cada día en enero',
    fr: 'Tous les jours en janvier',
    it: 'Ogni giorno in gennaio',
    nl: 'Elke dag in januari',
  },
  'FREQ=DAILY;BYHOUR=9,14': {
    en: 'Every day at 09:00 and 14:00',
    de: 'Jeden Tag um 09:00 und 14:00 Uhr',
    es: 'Cada día a estas horas: 9:00 y 14:00',
    fr: 'Tous les jours à 09:00 et 14:00',
    it: 'Ogni giorno alle 09:00 e 14:00',
    nl: 'Elke dag om 09:00 en 14:00 uur',
  },
  'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR': {
    en: 'Every weekday',
    de: 'Jeden Tag von Montag bis Freitag',
    es: 'De lunes a viernes',
    fr: 'Du lundi au vendredi',
    it: 'Dal lunedì al venerdì',
    nl: 'Elke werkdag',
  },
  'FREQ=WEEKLY': {
    en: 'Every week on Monday',
    de: 'Jede Woche am Montag',
    es: 'Cada semana el lunes',
    fr: 'Toutes les semaines le lundi',
    it: 'Ogni settimana di lunedì',
    nl: 'Elke week op maandag',
  },
  'FREQ=WEEKLY;COUNT=1': {
    en: 'Every week on Monday, once',
    de: 'Jede Woche am Montag, einmal',
    es: 'Cada semana el lunes, una vez',
    fr: 'Toutes les semaines le lundi, une fois',
    it: 'Ogni settimana di lunedì, una volta',
    nl: 'Elke week op maandag, één keer',
  },
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;UNTIL=20310401': {
    en: 'Every 2 weeks on Monday and Wednesday, until 1 April 2031',
    de: 'Alle 2 Wochen am Montag und Mittwoch, bis zum 1. April 2031',
    es: 'Cada 2 semanas el lunes y el miércoles, hasta el 1 de abril de 2031',
    fr: 'Toutes les 2 semaines le lundi et le mercredi, jusqu’au 1er avril 2031',
    it: 'Ogni 2 settimane di lunedì e di mercoledì, fino al 1º aprile 2031',
    nl: 'Elke 2 weken op maandag en woensdag, tot en met 1 april 2031',
  },
  'FREQ=WEEKLY;BYDAY=SA,SU;UNTIL=20310408': {
    en: 'Every week on Saturday and Sunday, until 8 April 2031',
    de: 'Jede Woche am Samstag und Sonntag, bis zum 8. April 2031',
    es: 'Cada semana el sábado y el domingo, hasta el 8 de abril de 2031',
    fr: 'Toutes les semaines le samedi et le dimanche, jusqu’au 8 avril 2031',
    it: 'Ogni settimana di sabato e di domenica, fino all’8 aprile 2031',
    nl: 'Elke week op zaterdag en zondag, tot en met 8 april 2031',
  },
  'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR': {
    en: 'Every weekday',
    de: 'Jeden Tag von Montag bis Freitag',
    es: 'De lunes a viernes',
    fr: 'Du lundi au vendredi',
    it: 'Dal lunedì al venerdì',
    nl: 'Elke werkdag',
  },
  'FREQ=MONTHLY': {
    en: 'Every month on the 4th',
    de: 'Jeden Monat am 4.',
    es: 'Cada mes el día 4',
    fr: 'Tous les mois le 4',
    it: 'Ogni mese il 4',
    nl: 'Elke maand op de 4e',
  },
  'FREQ=MONTHLY;BYDAY=2TU': {
    en: 'Every month on the 2nd Tuesday',
    de: 'Jeden Monat am 2. Dienstag',
    es: 'Cada mes el 2.º martes',
    fr: 'Tous les mois le 2e mardi',
    it: 'Ogni mese il 2º martedì',
    nl: 'Elke maand op de 2e dinsdag',
  },
  'FREQ=MONTHLY;BYDAY=1SU': {
    en: 'Every month on the 1st Sunday',
    de: 'Jeden Monat am 1. Sonntag',
    es: 'Cada mes el 1.er domingo',
    fr: 'Tous les mois le 1er dimanche',
    it: 'Ogni mese la 1ª domenica',
    nl: 'Elke maand op de 1e zondag',
  },
  'FREQ=MONTHLY;BYDAY=-2SU': {
    en: 'Every month on the 2nd-to-last Sunday',
    de: 'Jeden Monat am vorletzten Sonntag',
    es: 'Cada mes el penúltimo domingo',
    fr: 'Tous les mois l’avant-dernier dimanche',
    it: 'Ogni mese la penultima domenica',
    nl: 'Elke maand op de voorlaatste zondag',
  },
  'FREQ=MONTHLY;BYDAY=-3WE': {
    en: 'Every month on the 3rd-to-last Wednesday',
    de: 'Jeden Monat am drittletzten Mittwoch',
    es: 'Cada mes el antepenúltimo miércoles',
    fr: 'Tous les mois le 3e mercredi en partant de la fin',
    it: 'Ogni mese il terzultimo mercoledì',
    nl: 'Elke maand op de op 2 na laatste woensdag',
  },
  'FREQ=MONTHLY;BYDAY=-1FR,1MO': {
    en: 'Every month on the last Friday and the 1st Monday',
    de: 'Jeden Monat am letzten Freitag und 1. Montag',
    es: 'Cada mes el último viernes y el 1.er lunes',
    fr: 'Tous les mois le dernier vendredi et le 1er lundi',
    it: 'Ogni mese l’ultimo venerdì e il 1º lunedì',
    nl: 'Elke maand op de laatste vrijdag en de 1e maandag',
  },
  'FREQ=MONTHLY;BYDAY=SA,1MO': {
    en: 'Every month on every Saturday and on the 1st Monday',
    de: 'Jeden Monat an jedem Samstag und am 1. Montag',
    es: 'Cada mes cada sábado y el 1.er lunes',
    fr: 'Tous les mois chaque samedi et le 1er lundi',
    it: 'Ogni mese ogni sabato e il 1º lunedì',
    nl: 'Elke maand op elke zaterdag en op de 1e maandag',
  },
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1': {
    en: 'Every month on the last weekday',
    de: 'Jeden Monat am letzten Arbeitstag',
    es: 'Cada mes el último día laborable',
    fr: 'Tous les mois le dernier jour ouvré',
    it: 'Ogni mese l’ultimo giorno lavorativo',
    nl: 'Elke maand op de laatste werkdag',
  },
  'FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=1': {
    en: 'Every month on the 1st weekend day',
    de: 'Jeden Monat am 1. Wochenendtag',
    es: 'Cada mes el 1.er día de fin de semana',
    fr: 'Tous les mois le 1er jour de week-end',
    it: 'Ogni mese il 1º giorno del weekend',
    nl: 'Elke maand op de 1e weekenddag',
  },
  'FREQ=MONTHLY;BYDAY=SU;BYSETPOS=1,-1': {
    en: 'Every month on the 1st and last Sunday',
    de: 'Jeden Monat am 1. und letzten Sonntag',
    es: 'Cada mes el 1.º y el último domingo',
    fr: 'Tous les mois le 1er et le dernier dimanche',
    it: 'Ogni mese la 1ª e l’ultima domenica',
    nl: 'Elke maand op de 1e en de laatste zondag',
  },
  'FREQ=MONTHLY;BYDAY=TU,WE,TH;BYSETPOS=3': {
    en: 'Every month on the 3rd Tuesday, Wednesday or Thursday',
    de: 'Jeden Monat am 3. Dienstag, Mittwoch oder Donnerstag',
    es: 'Cada mes el 3.er martes, miércoles o jueves',
    fr: 'Tous les mois le 3e mardi, mercredi ou jeudi',
    it: 'Ogni mese il 3º martedì, mercoledì o giovedì',
    nl: 'Elke maand op de 3e dinsdag, woensdag of donderdag',
  },
  'FREQ=MONTHLY;BYMONTHDAY=1,8,-1': {
    en: 'Every month on the 1st, 8th and last day',
    de: 'Jeden Monat am 1., 8. und letzten Tag',
    es: 'Cada mes el día 1, el día 8 y el último día',
    fr: 'Tous les mois le 1er, le 8 et le dernier jour',
    it: 'Ogni mese il 1º, l’8 e l’ultimo giorno',
    nl: 'Elke maand op de 1e, de 8e en de laatste dag',
  },
  'FREQ=MONTHLY;BYMONTHDAY=1,15,-1': {
    en: 'Every month on the 1st, 15th and last day',
    de: 'Jeden Monat am 1., 15. und letzten Tag',
    es: 'Cada mes el día 1, el día 15 y el último día',
    fr: 'Tous les mois le 1er, le 15 et le dernier jour',
    it: 'Ogni mese il 1º, il 15 e l’ultimo giorno',
    nl: 'Elke maand op de 1e, de 15e en de laatste dag',
  },
  'FREQ=MONTHLY;BYMONTHDAY=-2': {
    en: 'Every month on the 2nd-to-last day',
    de: 'Jeden Monat am vorletzten Tag',
    es: 'Cada mes el penúltimo día',
    fr: 'Tous les mois l’avant-dernier jour',
    it: 'Ogni mese il penultimo giorno',
    nl: 'Elke maand op de voorlaatste dag',
  },
  'FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR': {
    en: 'Every month on the 13th if that is a Friday',
    de: 'Jeden Monat am 13., wenn das auf einen Freitag fällt',
    es: 'Cada mes el día 13 si es viernes',
    fr: 'Tous les mois le 13 si c’est un vendredi',
    it: 'Ogni mese il 13 se cade di venerdì',
    nl: 'Elke maand op de 13e als dat een vrijdag is',
  },
  'FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1': {
    en: 'Every month on the 28th, 29th and 30th, of these only the last of each month',
    de: 'Jeden Monat am 28., 29. und 30., davon nur am letzten Termin jedes Monats',
    es: 'Cada mes el día 28, el día 29 y el día 30, de estos solo el último de cada mes',
    fr: 'Tous les mois le 28, le 29 et le 30, mais seulement le dernier de chaque mois',
    it: 'Ogni mese il 28, il 29 e il 30, di questi solo l’ultimo di ogni mese',
    nl: 'Elke maand op de 28e, de 29e en de 30e, daarvan alleen de laatste van elke maand',
  },
  'FREQ=YEARLY': {
    en: 'Every year on 4 January',
    de: 'Jedes Jahr am 4. Januar',
    es: 'Cada año el 4 de enero',
    fr: 'Tous les ans le 4 janvier',
    it: 'Ogni anno il 4 gennaio',
    nl: 'Elk jaar op 4 januari',
  },
  'FREQ=YEARLY;BYMONTH=6,7': {
    en: 'Every year on the 4th of June and July',
    de: 'Jedes Jahr am 4. im Juni und Juli',
    es: 'Cada año el día 4 de junio y julio',
    fr: 'Tous les ans le 4 en juin et juillet',
    it: 'Ogni anno il 4 di giugno e luglio',
    nl: 'Elk jaar op de 4e van juni en juli',
  },
  'FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1': {
    en: 'Every year on 1 January',
    de: 'Jedes Jahr am 1. Januar',
    es: 'Cada año el 1 de enero',
    fr: 'Tous les ans le 1er janvier',
    it: 'Ogni anno il 1º gennaio',
    nl: 'Elk jaar op 1 januari',
  },
  'FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=4': {
    en: 'Every year on 4 July',
    de: 'Jedes Jahr am 4. Juli',
    es: 'Cada año el 4 de julio',
    fr: 'Tous les ans le 4 juillet',
    it: 'Ogni anno il 4 luglio',
    nl: 'Elk jaar op 4 juli',
  },
  'FREQ=YEARLY;BYMONTH=8;BYMONTHDAY=8': {
    en: 'Every year on 8 August',
    de: 'Jedes Jahr am 8. August',
    es: 'Cada año el 8 de agosto',
    fr: 'Tous les ans le 8 août',
    it: 'Ogni anno l’8 agosto',
    nl: 'Elk jaar op 8 augustus',
  },
  'FREQ=YEARLY;BYMONTHDAY=1': {
    en: 'Every year on the 1st of every month',
    de: 'Jedes Jahr am 1. jedes Monats',
    es: 'Cada año el día 1 de cada mes',
    fr: 'Tous les ans le 1er de chaque mois',
    it: 'Ogni anno il 1º di ogni mese',
    nl: 'Elk jaar op de 1e van elke maand',
  },
  'FREQ=YEARLY;BYDAY=20MO': {
    en: 'Every year on the 20th Monday of the year',
    de: 'Jedes Jahr am 20. Montag des Jahres',
    es: 'Cada año el 20.º lunes del año',
    fr: 'Tous les ans le 20e lundi de l’année',
    it: 'Ogni anno il 20º lunedì dell’anno',
    nl: 'Elk jaar op de 20e maandag van het jaar',
  },
  'FREQ=YEARLY;BYMONTH=11;BYDAY=4TH': {
    en: 'Every year on the 4th Thursday of November',
    de: 'Jedes Jahr am 4. Donnerstag im November',
    es: 'Cada año el 4.º jueves de noviembre',
    fr: 'Tous les ans le 4e jeudi de novembre',
    it: 'Ogni anno il 4º giovedì di novembre',
    nl: 'Elk jaar op de 4e donderdag van november',
  },
  'FREQ=YEARLY;BYMONTH=8;BYDAY=1SU': {
    en: 'Every year on the 1st Sunday of August',
    de: 'Jedes Jahr am 1. Sonntag im August',
    es: 'Cada año el 1.er domingo de agosto',
    fr: 'Tous les ans le 1er dimanche d’août',
    it: 'Ogni anno la 1ª domenica di agosto',
    nl: 'Elk jaar op de 1e zondag van augustus',
  },
  'FREQ=YEARLY;BYWEEKNO=20': {
    en: 'Every year in week 20 on Monday',
    de: 'Jedes Jahr in Kalenderwoche 20 am Montag',
    es: 'Cada año en la semana 20 el lunes',
    fr: 'Tous les ans en semaine 20 le lundi',
    it: 'Ogni anno nella settimana 20 di lunedì',
    nl: 'Elk jaar in week 20 op maandag',
  },
  'FREQ=YEARLY;BYYEARDAY=1,100,-1': {
    en: 'Every year on the 1st, 100th and last day of the year',
    de: 'Jedes Jahr am 1., 100. und letzten Tag des Jahres',
    es: 'Cada año el 1.º, el 100.º y el último día del año',
    fr: 'Tous les ans le 1er, le 100e et le dernier jour de l’année',
    it: 'Ogni anno il 1º, il 100º e l’ultimo giorno dell’anno',
    nl: 'Elk jaar op de 1e, de 100e en de laatste dag van het jaar',
  },
};

test.each(Object.entries(TEXTS))('%s in words', (rule, texts) => {
  expect(inAllLanguages((words) => ruleText(readRule(rule, start), words))).toEqual(texts);
});

const ODD_RULES = [
  'FREQ=DAILY;INTERVAL=9999;BYDAY=MO,TU,WE,TH,FR;BYMONTHDAY=13',
  'FREQ=DAILY;BYHOUR=9,14;BYMINUTE=0,15,30,45;BYSECOND=0,30',
  'FREQ=DAILY;BYHOUR=9;BYSECOND=0,30;BYSETPOS=-1',
  'FREQ=WEEKLY;BYDAY=SU,SA;BYHOUR=9,10;BYSETPOS=1,-1,-4;WKST=SU',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR;BYMONTH=4,8,10',
  'FREQ=MONTHLY;BYMONTH=8;BYDAY=FR,SU,1MO,-5SU',
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=-2,21',
  'FREQ=MONTHLY;BYMONTHDAY=13,-13;BYDAY=FR,SU;COUNT=1000',
  'FREQ=MONTHLY;BYMONTHDAY=8,11;BYDAY=2FR,-1SU;BYHOUR=1,13;BYSETPOS=1,-1',
  'FREQ=YEARLY;BYMONTH=4,5;BYMONTHDAY=-1;BYDAY=WE',
  'FREQ=YEARLY;BYMONTH=10;BYDAY=SU;BYSETPOS=1,2,-3',
  'FREQ=YEARLY;BYMONTHDAY=-1,-2,-7',
  'FREQ=YEARLY;BYDAY=11SU,-8SU,-52MO',
  'FREQ=YEARLY;BYDAY=MO,SU',
  'FREQ=YEARLY;BYWEEKNO=1,20,-1;BYDAY=TU;BYHOUR=8,9,10',
  'FREQ=YEARLY;BYWEEKNO=30;BYMONTHDAY=1',
  'FREQ=YEARLY;BYYEARDAY=-1,-8,366;BYMONTH=12',
];
const ENGLISH =
  /\b(every|days?|weeks|months?|years?|the|and|at|until|times?|last|where|each|these|counted|from|to|\w+day)\b/i;

test.each(ODD_RULES)('%s has a text of whole words in each language', (rule) => {
  const texts = Object.entries(inAllLanguages((words) => ruleText(readRule(rule, start), words)));
  expect(
    texts.filter(([, text]) => !/^\p{Lu}[^{}#|]+[^ ,]$/u.test(text) || /undefined| {2}| ,|,,/.test(text)),
  ).toEqual([]);
  expect(texts.filter(([language, text]) => ENGLISH.test(text) !== (language === 'en'))).toEqual([]);
});

test('dates and times have the form of the country', () => {
  const rule = 'FREQ=DAILY;BYHOUR=9,19;UNTIL=20310101';
  // The space before PM is a narrow one.
  expect(textIn('en-US', rule).replaceAll('\u202f', ' ')).toBe(
    'Every day at 9:00 AM and 7:00 PM, until January 1, 2031',
  );
  expect(textIn('de-AT', rule)).toBe('Jeden Tag um 09:00 und 19:00 Uhr, bis zum 1. Jänner 2031');
});

test('a language without words here has English ones', () =>
  expect(textIn('pl', 'FREQ=WEEKLY;UNTIL=20310401')).toBe('Every week on Monday, until 1 April 2031'));

test('a short list of dates is written out', () => {
  const dates = ['2031-04-01 19:00:00', '2031-04-08 10:00:00', '2031-04-08 19:00:00'];
  expect(inAllLanguages((words) => datesText(dates, words))).toEqual({
    en: 'On 1 April 2031 and 8 April 2031',
    de: 'Am 1. April 2031 und 8. April 2031',
    es: 'El 1 de abril de 2031 y el 8 de abril de 2031',
    fr: 'Le 1er avril 2031 et le 8 avril 2031',
    it: 'Il 1º aprile 2031 e l’8 aprile 2031',
    nl: 'Op 1 april 2031 en 8 april 2031',
  });
});

test('a long list of dates is summarized', () => {
  const dates = Array.from({ length: 9 }, (_, index) => `2031-04-0${index + 1} 19:00:00`);
  expect(inAllLanguages((words) => datesText(dates, words))).toEqual({
    en: 'On 9 days until 9 April 2031',
    de: 'An 9 Tagen bis zum 9. April 2031',
    es: 'En 9 fechas hasta el 9 de abril de 2031',
    fr: '9 dates jusqu’au 9 avril 2031',
    it: 'In 9 date fino al 9 aprile 2031',
    nl: 'Op 9 dagen tot en met 9 april 2031',
  });
});
