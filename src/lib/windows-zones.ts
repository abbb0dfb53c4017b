import table from 'cldr-core/supplemental/windowsZones.json' with { type: 'json' };

/** The territory of the row that counts where there is no other. */
const WORLD = '001';

const zones = new Map(
  table.supplemental.windowsZones.mapTimezones
    .filter(({ mapZone }) => mapZone._territory === WORLD)
    .map(({ mapZone: { _other: windows, _type: zone } }) => [windows.toLowerCase(), zone]),
);

/**
 * The zone of the tz database that CLDR gives for a name of Windows in any case, such as `W. Europe Standard Time`;
 * undefined for other names.
 */
export const windowsZone = (text: string): string | undefined => zones.get(text.trim().toLowerCase());
