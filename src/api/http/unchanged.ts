/** Since when the answer at an address has had this tag, in milliseconds since 1970: a full second. */
export type UnchangedSince = (address: string, tag: string) => number;

/** `Last-Modified` of what has not changed since then; null in the second in which it changed. */
export const lastModified = (since: number): string | null =>
  Date.now() < since ? null : new Date(since).toUTCString();

/** Whether a client whose copy is of that moment (`If-Modified-Since`) has what there is. */
export const isUnmodified = (ifModifiedSince: string | undefined, since: number): boolean =>
  ifModifiedSince !== undefined && Date.parse(ifModifiedSince) >= since;
