// The list of components (SBOM) in CycloneDX's format: what npm says of package-lock.json, restricted to what is installed with
// the package, and which files of dist contain each. The same for the same lock file: no time, no random number.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const SBOM = 'sbom.cdx.json';

/**
 * @param {string} root the repository
 * @param {string} folder to write to
 * @param {Map<string, { name: string, version: string, license: string }[]>} files what is in which file
 */
export function writeSbom(root, folder, files) {
  const { dependencies: direct } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const all = npmSbom(root);
  const needs = new Map(all.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const own = all.metadata.component;
  const wanted = new Set();
  const add = (ref) => {
    if (wanted.has(ref)) return;
    wanted.add(ref);
    needs.get(ref)?.forEach(add);
  };
  Object.entries(direct).forEach(([name, version]) => add(`${name}@${version}`));
  const bundled = [...files].flatMap(([file, packages]) =>
    packages.map(({ name, version }) => ({ file, ref: `${name}@${version}` })),
  );
  // Parts of the compiler come with no dependency: helpers that it writes into what it makes.
  const helpers = new Set(bundled.map(({ ref }) => ref).filter((ref) => !wanted.has(ref)));
  const components = all.components
    .filter((one) => wanted.has(one['bom-ref']) || helpers.has(one['bom-ref']))
    .map((one) => ({
      ...one,
      // The address at which npm found it: that of a registry.
      externalReferences: undefined,
      scope: 'required',
      properties: bundled
        .filter(({ ref }) => ref === one['bom-ref'])
        .map(({ file }) => ({ name: 'mcp-embed:bundled-in', value: `dist/${file}` })),
    }));
  const missing = [...wanted, ...helpers].filter((ref) => !components.some((one) => one['bom-ref'] === ref));
  if (missing.length > 0) throw new Error(`package-lock.json does not have ${missing.join(', ')}.`);
  const refs = new Set(components.map((one) => one['bom-ref']));
  const bom = {
    $schema: all.$schema,
    bomFormat: all.bomFormat,
    specVersion: all.specVersion,
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      component: { ...own, name: 'mcp-embed', externalReferences: undefined },
    },
    components,
    dependencies: [
      { ref: own['bom-ref'], dependsOn: Object.entries(direct).map(([name, version]) => `${name}@${version}`) },
      ...[...refs].map((ref) => ({ ref, dependsOn: (needs.get(ref) ?? []).filter((one) => refs.has(one)) })),
    ],
  };
  writeFileSync(path.join(folder, SBOM), `${JSON.stringify(bom, undefined, 2)}\n`);
}

/**
 * Of everything in the lock file. `--omit dev` would also leave out what is needed both here and there, Lit for one (npm 11.19).
 */
function npmSbom(root) {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'library', '--package-lock-only', '--offline'];
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed.\n${stderr}`);
  return JSON.parse(stdout);
}
