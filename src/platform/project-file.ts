import { readFileSync } from 'node:fs';

/** Reads a file of the project. @param name relative to the project folder */
export const projectFile = (name: string): string =>
  readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

/** The version in package.json. */
export function projectVersion(): string {
  const { version }: { version?: unknown } = JSON.parse(projectFile('package.json'));
  return String(version);
}
