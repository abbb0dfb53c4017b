import table from 'cldr-core/supplemental/windowsZones.json' with { type: 'json' };

/** The territory of CLDR's default rows. */
const WORLD = '001';

const zones = new Map(
  table.supplemental.windowsZones.mapTimezones
    .filter(({ mapZone }) => mapZone._territory === WORLD)
    .map(({ mapZone: { _other: windows, _type: zone } }) => [windows.toLowerCase(), zone]),
);

/** Maps a Windows zone name in any case, such as `W. Europe Standard Time`, to a tz database name, by CLDR. */
export const windowsZone = (text: string): string | undefined => zones.get(text.trim().toLowerCase());
