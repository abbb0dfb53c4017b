import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The parts of CycloneDX 1.5 that are used here. */
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

/** Packages, as `name@version`, that are only installed for development. */
function developmentPackages(): Set<string> {
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
 * The production packages of all platforms, as npm reads them from the lock file. Development packages are removed
 * here, because npm's `--omit=dev` also omits packages that both use.
 */
export function billOfMaterials(): BillOfMaterials {
  const text = execFileSync(
    'npm',
    ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'],
    { encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  const bill: BillOfMaterials = JSON.parse(text);
  const excluded = developmentPackages();
  const isIncluded = (id: string): boolean => !excluded.has(id);
  bill.components = bill.components.filter((component) => isIncluded(component['bom-ref']));
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => isIncluded(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isIncluded) }));
  // npm uses the name of the folder.
  bill.metadata.component.name = JSON.parse(readFileSync('package.json', 'utf8')).name;
  return bill;
}
