import { readFileSync } from 'node:fs';

/** The text of a file of the project. @param name as seen from its folder */
export const projectFile = (name: string): string =>
  readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
