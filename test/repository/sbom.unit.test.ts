import { readFileSync } from 'node:fs';
import { billOfMaterials } from '../../.ci/sbom.ts';

interface Package {
  version?: string;
  dev?: boolean;
  name?: string;
}

test('the bill of materials names every installed package, with its hash and license, and no development packages', () => {
  const { packages }: { packages: Record<string, Package> } = JSON.parse(
    readFileSync('package-lock.json', 'utf8'),
  );
  const installed = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path, { name, version }]) => `${name ?? path.replace(/^.*node_modules\//, '')}@${version}`);
  const bill = billOfMaterials();
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    metadata: { component: { name: 'calendar-events-service', version: packages['']?.version } },
  });
  expect(bill.components.map(({ name, version }) => `${name}@${version}`).toSorted()).toEqual(
    [...new Set(installed)].toSorted(),
  );
  for (const { name, hashes = [], licenses = [] } of bill.components)
    expect([name, hashes[0]?.alg, licenses.length]).toEqual([name, 'SHA-512', 1]);
});
