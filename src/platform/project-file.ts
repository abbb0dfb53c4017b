import { readFileSync } from 'node:fs';

/** The text of a file of the project. @param name as seen from its folder */
export const projectFile = (name: string): string =>
  readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

/** The version of this service, as in package.json. */
export function projectVersion(): string {
  const { version }: { version?: unknown } = JSON.parse(projectFile('package.json'));
  return String(version);
}
