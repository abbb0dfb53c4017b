/** The formats of files with records. */
export const FILE_FORMATS = ['ics', 'csv'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** The format by the ending of a file name; undefined for other names. */
export function formatOfName(name: string): FileFormat | undefined {
  if (/\.(?:ics|ical)$/i.test(name)) return 'ics';
  return /\.(?:csv|tsv)$/i.test(name) ? 'csv' : undefined;
}
