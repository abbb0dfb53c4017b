import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The parts of CycloneDX 1.5 that are read here. */
interface BillOfMaterials {
  readonly bomFormat: string;
  readonly metadata: { readonly component: { name: string } };
  components: readonly {
    readonly 'bom-ref': string;
    readonly name: string;
    readonly version: string;
    readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
    readonly licenses?: readonly unknown[];
  }[];
  dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface Package {
  readonly name?: string;
  readonly version: string;
  readonly dev?: boolean;
}

/** Packages, as `name@version`, that are installed for developers alone. */
function forDevelopers(): Set<string> {
  const { packages }: { packages: Record<string, Package> } = JSON.parse(
    readFileSync('package-lock.json', 'utf8'),
  );
  const all = Object.entries(packages).map(([path, { name, version, dev = false }]) => ({
    id: `${name ?? path.replace(/^.*node_modules\//, '')}@${version}`,
    dev,
  }));
  const used = new Set(all.flatMap(({ id, dev }) => (dev ? [] : [id])));
  return new Set(all.flatMap(({ id, dev }) => (dev && !used.has(id) ? [id] : [])));
}

/**
 * What the service consists of where it is installed without the packages for developers, for every platform, as npm reads
 * it from the lock file. Npm's `--omit=dev` leaves out what developers use as well; so that is left out here.
 */
export function billOfMaterials(): BillOfMaterials {
  const text = execFileSync(
    'npm',
    ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'],
    { encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  const bill: BillOfMaterials = JSON.parse(text);
  const left = forDevelopers();
  const isKept = (id: string): boolean => !left.has(id);
  bill.components = bill.components.filter((component) => isKept(component['bom-ref']));
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => isKept(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isKept) }));
  // Npm takes the name of the folder.
  bill.metadata.component.name = JSON.parse(readFileSync('package.json', 'utf8')).name;
  return bill;
}
