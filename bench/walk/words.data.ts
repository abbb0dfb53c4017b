/** What the walk's calendar is made of. Nothing in it exists. */

/** name, city, country, zone, latitude, longitude, postal code, state, province */
export const PLACES = [
  ['Teatro delle Rane', 'Borgofiume', 'Italy', 'Europe/Rome', 44.1203, 11.2094, '40101', '', 'Bologna'],
  ['Café Löwenzahn', 'Möwenstadt', 'Germany', 'Europe/Berlin', 53.9021, 10.8777, '23999', '', 'Holstein'],
  ['The Old Tannery', 'Cedar Falls', 'United States', 'America/New_York', 42.7312, -73.6901, '12199', 'New York', ''],
  ['Salle des Étoiles', 'Port-Lumière', 'France', 'Europe/Paris', 47.2811, -2.1944, '44999', '', 'Loire'],
  ['月見ホール', '青葉台', 'Japan', 'Asia/Tokyo', 35.5521, 139.5177, '227-9999', '', '神奈川'],
  ['Kwaxa Community Centre', 'Mount Amber', 'South Africa', 'Africa/Johannesburg', -33.9312, 18.4623, '7999', '', 'Western Cape'],
  ['Praça da Maré', 'Vila Alta', 'Brazil', 'America/Sao_Paulo', -23.5511, -46.6339, '01999-000', '', 'São Paulo'],
  ['Harbour Shed No. 9', 'Port Fennel', 'Australia', 'Australia/Sydney', -33.8599, 151.2111, '2999', 'NSW', ''],
  ['Ο Φάρος', 'Νέα Ακτή', 'Greece', 'Europe/Athens', 37.9422, 23.6466, '18599', '', 'Αττική'],
  ['Дом с маяком', 'Белогорск-на-Море', 'Bulgaria', 'Europe/Sofia', 43.2055, 27.9166, '9999', '', 'Варна'],
  ['Rani Bagh Pavilion', 'Chandanpur', 'India', 'Asia/Kolkata', 22.5726, 88.3639, '700999', '', 'West Bengal'],
  ['"Quotes" & Ampersands Arms', 'Little Wherry', 'United Kingdom', 'Europe/London', 52.6411, 1.2999, 'NR99 9ZZ', '', 'Norfolk'],
  ['Sala Ñandú', 'Puerto Viento', 'Chile', 'America/Santiago', -33.0411, -71.6322, '2349999', '', 'Valparaíso'],
  ['Łódka Klub', 'Nowy Brzeg', 'Poland', 'Europe/Warsaw', 54.3522, 18.6466, '80-999', '', 'Pomorze'],
  ['Ísafold Hall', 'Hvítavík', 'Iceland', 'Atlantic/Reykjavik', 64.1466, -21.9422, '199', '', ''],
  ['دار الزيتون', 'مرسى الورد', 'Tunisia', 'Africa/Tunis', 36.8688, 10.3411, '2099', '', 'تونس'],
  ['Canyon Amphitheater', 'Dry Creek', 'USA', 'America/Denver', 39.6655, -105.2055, '80999', 'Colorado', ''],
  ['Gull Rock Lodge', "St. Brendan's", 'Canada', 'America/St_Johns', 47.5611, -52.7122, 'A1A 9Z9', '', 'Newfoundland'],
  ['Te Whare Toi', 'Wairere', 'New Zealand', 'Pacific/Auckland', -36.8488, 174.7633, '1999', '', 'Auckland'],
  ['Nar Bahçesi', 'Yeşilova', 'Turkey', 'Europe/Istanbul', 41.0322, 28.9811, '34999', '', 'İstanbul'],
] as const;

/** Minutes ahead of UTC -> abbreviation, for the zones above; where the tz database knows no letters it gives the offset. */
export const ABBREVIATIONS: Record<string, Record<number, string>> = {
  'Europe/Rome': { 60: 'CET', 120: 'CEST' },
  'Europe/Berlin': { 60: 'CET', 120: 'CEST' },
  'America/New_York': { [-300]: 'EST', [-240]: 'EDT' },
  'Europe/Paris': { 60: 'CET', 120: 'CEST' },
  'Asia/Tokyo': { 540: 'JST' },
  'Africa/Johannesburg': { 120: 'SAST' },
  'America/Sao_Paulo': { [-180]: '-03' },
  'Australia/Sydney': { 600: 'AEST', 660: 'AEDT' },
  'Europe/Athens': { 120: 'EET', 180: 'EEST' },
  'Europe/Sofia': { 120: 'EET', 180: 'EEST' },
  'Asia/Kolkata': { 330: 'IST' },
  'Europe/London': { 0: 'GMT', 60: 'BST' },
  'America/Santiago': { [-240]: '-04', [-180]: '-03' },
  'Europe/Warsaw': { 60: 'CET', 120: 'CEST' },
  'Atlantic/Reykjavik': { 0: 'GMT' },
  'Africa/Tunis': { 60: 'CET' },
  'America/Denver': { [-420]: 'MST', [-360]: 'MDT' },
  'America/St_Johns': { [-210]: 'NST', [-150]: 'NDT' },
  'Pacific/Auckland': { 720: 'NZST', 780: 'NZDT' },
  'Europe/Istanbul': { 180: '+03' },
};

export const FIXED_ZONES = ['UTC+5.5', 'UTC-3', 'UTC+2', 'UTC'] as const;

export const PEOPLE = [
  'Ada Quist',
  'Böhm & Töchter',
  'Club de la Rivière',
  'Django Verein e.V.',
  'Éloïse Marchand',
  'Friends of the Canal',
  'Γιώργος Μαρίνος',
  'Harvest Guild, Ltd.',
  'いろは合唱団',
  'Jazz <3 Collective',
  "O'Malley Céilí Band",
  'Оркестр «Маяк»',
  'São Bento Runners',
  'Zehra Yıldız',
  'فرقة الياسمين',
] as const;

/** name, parent */
export const CATEGORIES = [
  ['Music', ''],
  ['Jazz', 'Music'],
  ['Bebop', 'Jazz'],
  ['Classical', 'Music'],
  ['Chœur', 'Classical'],
  ['Arts & Crafts', ''],
  ['Théâtre', 'Arts & Crafts'],
  ['映画', 'Arts & Crafts'],
  ['Sport', ''],
  ['Running', 'Sport'],
  ['Family', ''],
  ['Märkte', ''],
] as const;

export const TAGS = [
  'free entry',
  'late night',
  'outdoors',
  'kids',
  'Ünïcode',
  'science',
  'première',
  'benefit',
  'rain or shine',
  '初心者歓迎',
  '100% fun',
  'a/b',
];
/** Tags that no request creates but events that name them. */
export const NEW_TAGS = ['pop-up', 'encore', 'bring a friend', 'лето', 'sold out soon', 'café'];

/** what is sent, `cost`, `values`, symbol, code, position; the site's currency is the US dollar */
export const COSTS = [
  ['', '', [], '', '', ''],
  [0, 'Free', ['0'], '$', 'USD', 'prefix'],
  ['Free', 'Free', ['free'], '', '', ''],
  [20, '$20', ['20'], '$', 'USD', 'prefix'],
  ['12.50', '$12.50', ['12.50'], '$', 'USD', 'prefix'],
  ['$20', '$20', ['20'], '$', 'USD', 'prefix'],
  ['€ 15', '€15', ['15'], '€', 'EUR', 'prefix'],
  ['30€', '30€', ['30'], '€', 'EUR', 'postfix'],
  ['20 USD', '20USD', ['20'], 'USD', 'USD', 'postfix'],
  ['$10 - $25', '$10 – $25', ['10', '25'], '$', 'USD', 'prefix'],
  ['1,234.56', '$1,234.56', ['1234.56'], '$', 'USD', 'prefix'],
  ['donation', 'donation', ['donation'], '', '', ''],
  [['0$', '20$', '30$'], 'Free – 30$', ['0', '20', '30'], '$', 'USD', 'postfix'],
  [['8', '5'], '$5 – $8', ['5', '8'], '$', 'USD', 'prefix'],
] as const;

export const TITLES = [
  'Night of {}',
  '{} for beginners',
  'The great {} fair',
  'Fête de {}',
  'Ein Abend mit {}',
  '{} & friends',
  "Grandma's {}",
  '{}: live on stage',
  '«{}» — première',
  '{} 100 % fun 🎉',
  '夜の{}',
  'Μουσική και {}',
] as const;

export const THINGS = [
  'lanterns',
  'brass',
  'sourdough',
  'Bach',
  'kites',
  'oysters',
  'tango',
  'maps',
  'bicycles',
  'whales',
  'poetry',
  'chess',
  'yoga',
  'comets',
  'clay',
  'jam',
] as const;

export const TEXTS = [
  '',
  'Plain words & "quotes" stay as they are typed.',
  '<p>One paragraph with <strong>bold</strong> and <em>soft</em> words.</p>',
  '<p>A <a href="https://example.org/more?a=1&amp;b=2">link</a>.</p>\n<ul><li>one</li><li>zwei</li><li>三</li></ul>',
  'Two\n\nparagraphs, naïve café, Ω, привет, 🎷.',
] as const;
