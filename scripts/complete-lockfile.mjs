// Fills the holes in package-lock.json: `node scripts/complete-lockfile.mjs`, after a dependency was changed.
// A package with a native part depends on one optional package for each platform. npm leaves out of the lockfile those
// that its registry does not have, and a mirror often has only those of its own platform; then `npm ci` refuses the file,
// there and everywhere. What it wants is told by the dependent package: the exact version, and the platform is in the name.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('../package-lock.json', import.meta.url));
const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openbsd', 'openharmony', 'win32'];
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64'];

/** @returns {{ name: string, version: string }[]} the optional packages that the lockfile should name and does not */
export function holes({ packages }) {
  return Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !packages[`node_modules/${name}`] && !packages[`${place}/node_modules/${name}`])
      .map(([name, version]) => ({ name, version })),
  );
}

function entryFor({ name, version }) {
  const words = name.split(/[/-]/);
  const os = SYSTEMS.find((word) => words.includes(word));
  const cpu = PROCESSORS.find((word) => words.includes(word));
  if (!os || !cpu || !/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`${name}@${version}: for which platform is it?`);
  const libc = /musl/.test(name) ? ['musl'] : os === 'linux' && /gnu/.test(name) ? ['glibc'] : undefined;
  return { version, cpu: [cpu], dev: true, ...(libc ? { libc } : {}), optional: true, os: [os] };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = JSON.parse(readFileSync(FILE, 'utf8'));
  const missing = holes(lock);
  for (const hole of missing) lock.packages[`node_modules/${hole.name}`] = entryFor(hole);
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
  writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${missing.length} packages added.`);
}
